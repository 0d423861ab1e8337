// Names of people. A name can be entered with someone else's email address, so it must not carry a link or a message
// into a mail.

const maxNameLength = 100
const maxWords = 10
const maxShownLength = 60

/** The joiners that Persian, Urdu and Indian scripts need count as letters. */
const hidden = /(?![\u200c\u200d])\p{C}|[\u2028\u2029]/u
/** Everything that is in links, addresses and markup. */
const foreign = /[@:\\<>?!#=%$*_|~^"[\]{}+;\u3002\uff0e\uff20\uff0f\uff1a\uff61]/u
const link = /\/\/|[\p{L}\p{N}-]{2}\.\p{L}{2}|www\./iu
/** A title that is written without a space, as in 'Md.Rahman', looks like a link. */
const titles =
  /(^|[\s,(])(?:adv|capt|col|dr|er|fr|hj|jr|kum|m[drsx]|mohd|mrs|muhd|prof|sh|shri|smt|sr|st)\.(?=\p{L}{3})/giu
/** The end of a sentence: titles and initials before a full stop are short, and initials may follow a name. */
const sentence = /\p{L}{6}\.\s+\p{L}{2}/u

/** Line breaks, control characters and direction marks: no name has them, and they can disguise a message. */
export const hasHiddenCharacters = (name: string): boolean => hidden.test(name)

/** Whether a name has no link, no sentence, no number and no invisible character in it. */
export function isPersonName(name: string): boolean {
  if (name.length > maxNameLength || name.split(/\s+/).length > maxWords || link.test(name.replace(titles, '$1')))
    return false
  return ![hidden, foreign, sentence, /\d(?: ?\d){3}/].some((pattern) => pattern.test(name))
}

const allOf = (pattern: RegExp): RegExp => new RegExp(pattern.source, 'gu')

/** A name as mails show it: without anything that a mail program makes a link, and at most 60 characters. */
export function shownName(name: string): string {
  const plain = name
    .slice(0, 1000)
    .replace(/[\u3002\uff0e\uff61]/gu, '.')
    .replace(allOf(hidden), ' ')
    .replace(allOf(foreign), ' ')
    .replaceAll('/', ' ')
    .replace(/\.(?=\S)/gu, '. ')
    .replace(/\d(?: ?\d){3,}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  if (plain.length <= maxShownLength) return plain
  const cut = plain.slice(0, maxShownLength + 1)
  const end = cut.lastIndexOf(' ')
  return (end > 0 ? cut.slice(0, end) : cut.slice(0, maxShownLength)).trim()
}
