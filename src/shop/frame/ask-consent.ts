/** Lets the footer reopen the consent question, which is loaded later. */
export const askConsent = 'safar:ask-consent'
