/** What links in mails and of payment providers lead to: pages of one person, which no search engine lists. */
const paths =
  /^\/(?:track-booking|booking-(?:payment|confirmation|documents|review)|waiting-list|verify-email|reset-password|forgot-password)(?=$|[/?])/
/** A link to held places, or with a secret. */
const secrets = /[?&](?:token|waiting)=/

export const isPersonal = (address: string): boolean => paths.test(address) || secrets.test(address)
