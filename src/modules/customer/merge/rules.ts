// Who may be the same person, and what a merged record shows (docs/rules/customers.md).
import type { ContactKind, Marketing } from '../rules.ts'

export const mergedFields = ['name', 'email', 'phone', 'language'] as const
export type MergedField = (typeof mergedFields)[number]

/** What a merge changes in a record. */
export interface Mergeable {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly language: string | null
  readonly tags: readonly string[]
  readonly marketing: Marketing
  /** ISO. */
  readonly marketing_at: string | null
}

/**
 * The kept record fills in what it lacks; `take` names the fields that the other record decides. Tags are joined, and of
 * the two answers about marketing the later one counts.
 */
export function mergeRecords(kept: Mergeable, other: Mergeable, take: readonly MergedField[]): Mergeable {
  const pick = <F extends MergedField>(field: F): Mergeable[F] =>
    take.includes(field) ? (other[field] ?? kept[field]) : (kept[field] ?? other[field])
  return {
    ...{ name: pick('name'), email: pick('email'), phone: pick('phone'), language: pick('language') },
    tags: joinTags(kept.tags, other.tags),
    ...laterAnswer(kept, other),
  }
}

function joinTags(kept: readonly string[], other: readonly string[]): string[] {
  const known = new Set(kept.map((tag) => tag.toLowerCase()))
  return [...kept, ...other.filter((tag) => !known.has(tag.toLowerCase()))]
}

function laterAnswer(kept: Mergeable, other: Mergeable): Pick<Mergeable, 'marketing' | 'marketing_at'> {
  const isOther =
    other.marketing !== 'unknown' &&
    (kept.marketing === 'unknown' || (other.marketing_at ?? '') > (kept.marketing_at ?? ''))
  const { marketing, marketing_at } = isOther ? other : kept
  return { marketing, marketing_at }
}

/** What undoing a merge writes: fields that staff have changed since then stay as they are. */
export function restoredFields(before: Mergeable, merged: Mergeable, now: Mergeable): Partial<Mergeable> {
  const isSame = (field: keyof Mergeable) => JSON.stringify(now[field]) === JSON.stringify(merged[field])
  const fields = (Object.keys(before) as (keyof Mergeable)[]).filter(
    (field) => isSame(field) && JSON.stringify(before[field]) !== JSON.stringify(merged[field]),
  )
  return Object.fromEntries(fields.map((field) => [field, before[field]]))
}

export interface Contact {
  readonly kind: ContactKind
  readonly value: string
}
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly emails: readonly string[]
  /** Books with a number of the other person, or the other way round. */
  readonly hasPhone: boolean
}
export const likenesses = ['phone', 'email', 'name'] as const
export type Likeness = (typeof likenesses)[number]

/** Why the two may be one person; the strongest reason first. */
export function likenessesOf(person: Omit<Candidate, 'hasPhone'>, other: Candidate): Likeness[] {
  const isSpelling = person.emails.some((email) => other.emails.some((another) => isSpellingOf(email, another)))
  return [
    ...(other.hasPhone ? (['phone'] as const) : []),
    ...(isSpelling ? (['email'] as const) : []),
    ...(isNameOf(person.name, other.name) ? (['name'] as const) : []),
  ]
}

/** The likeliest first; those without any likeness are left out. */
export function rankCandidates<C extends Candidate>(
  person: Omit<Candidate, 'hasPhone'>,
  others: readonly C[],
): { readonly candidate: C; readonly because: Likeness[] }[] {
  const weight = (because: readonly Likeness[]) =>
    because.reduce((sum, each) => sum + 2 ** (likenesses.length - likenesses.indexOf(each)), 0)
  return others
    .map((candidate) => ({ candidate, because: likenessesOf(person, candidate) }))
    .filter(({ because }) => because.length > 0)
    .sort((a, b) => weight(b.because) - weight(a.because) || a.candidate.name.localeCompare(b.candidate.name))
}

const splitAddress = (email: string): readonly [string, string] => {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at), email.slice(at + 1)]
}
/** The part before the @, without a tag and punctuation. */
export const mailboxOf = (email: string): string => (splitAddress(email)[0].split('+')[0] ?? '').replace(/[._-]/g, '')
const minMailbox = 4

/** Same mailbox at the same or a mistyped domain, or one letter off in a long mailbox at the same domain. */
export function isSpellingOf(email: string, other: string): boolean {
  const [mine, its] = [mailboxOf(email), mailboxOf(other)]
  const [domain, itsDomain] = [splitAddress(email)[1], splitAddress(other)[1]]
  if (mine.length < minMailbox || its.length < minMailbox) return false
  if (mine === its) return domain === itsDomain || isNear(domain, itsDomain, 2)
  return domain === itsDomain && mine.length > 5 && isNear(mine, its, 1)
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

/** Two or more words in common, in any order, each also with a usual slip of spelling; single names must be the same. */
export function isNameOf(name: string, other: string): boolean {
  const [few = [], many = []] = [wordsOf(name), wordsOf(other)].sort((a, b) => a.length - b.length)
  if (few.length < 2) return few.length === 1 && many.length === 1 && few[0] === many[0]
  const left = [...many]
  return few.every((word) => {
    const at = left.findIndex((each) => isNear(word, each, word.length < 4 ? 0 : word.length < 7 ? 1 : 2))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Whether at most so many letters differ (Levenshtein). */
function isNear(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1]
    for (const [at, other] of [...b].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return (row.at(-1) ?? 0) <= max
}
