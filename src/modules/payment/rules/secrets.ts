const mask = '•••'
/** Shorter ones would take ordinary words with them. */
const shortest = 4
const longestSentence = 300
/** What stands behind 'Basic' or 'Bearer' is a secret, however it is written. */
const credentials = /\b(basic|bearer)\s+[\w+/=.~-]+/gi

/** A text without any of the secrets: suppliers and their libraries repeat what they were sent. */
export function withoutSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  const hidden = Object.values(secrets)
    .flatMap((secret) => [secret, ...secret.split(/\s+/)])
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= shortest)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    // The longest first: one may begin with another.
    .sort((a, b) => b.length - a.length)
  const clean = hidden.reduce((left, secret) => left.replaceAll(secret, mask), text)
  return clean.replace(credentials, `$1 ${mask}`)
}

/** The same on one line of bearable length, to be shown to staff. */
export function sentenceWithoutSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a supplier may send anything
  const line = withoutSecrets(text, secrets).replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
  const characters = [...line.trim()]
  return characters.length <= longestSentence
    ? characters.join('')
    : `${characters.slice(0, longestSentence - 1).join('')}…`
}
