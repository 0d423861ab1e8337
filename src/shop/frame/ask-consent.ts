/** What the footer asks of the part that is loaded later: to put its question again. */
export const askConsent = 'safar:ask-consent'
