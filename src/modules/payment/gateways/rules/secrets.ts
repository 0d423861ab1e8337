import { isMessage, mapMessageValues, type Text } from '../../../../kernel/messages.ts'

const mask = '•••'
/** Shorter secrets would also match ordinary words. */
const minSecretLength = 4
const maxSentenceLength = 300
/** Credentials after 'Basic' or 'Bearer' are hidden in any encoding. */
const credentials = /\b(basic|bearer)\s+[\w+/=.~-]+/gi

/** Removes secrets from a text: suppliers and their libraries repeat what they were sent. */
export function withoutSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  const hidden = Object.values(secrets)
    .flatMap((secret) => [secret, ...secret.split(/\s+/)])
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= minSecretLength)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    // Longest first: one secret may start with another.
    .sort((a, b) => b.length - a.length)
  const clean = hidden.reduce((left, secret) => left.replaceAll(secret, mask), text)
  return clean.replace(credentials, `$1 ${mask}`)
}

/** Also shortens the text to one line, for staff; in a reference, each of its values. */
export function sentenceWithoutSecrets(text: Text, secrets: Readonly<Record<string, string>>): string {
  return isMessage(text)
    ? mapMessageValues(text, (value) => lineWithoutSecrets(value, secrets))
    : lineWithoutSecrets(text as string, secrets)
}

function lineWithoutSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  const clean = withoutSecrets(text, secrets)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a supplier may send anything
  const line = clean.replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
  const characters = [...line.trim()]
  return characters.length <= maxSentenceLength
    ? characters.join('')
    : `${characters.slice(0, maxSentenceLength - 1).join('')}…`
}
