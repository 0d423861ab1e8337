/** Which new passwords are refused. On the server only: the list is too large for the browser. */
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import type { Message } from '../../kernel/messages.ts'
import { isStaffRole } from '../../kernel/staff.ts'
import type { Core } from '../../platform/core.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { passwordObjection, type Role } from './rules.ts'
import { text } from './text.ts'

/** By how often they are used, in lower case. Leaves out repetitions and sequences: `isPattern` refuses those. */
const rankOf: ReadonlyMap<string, number> = new Map(passwords.map((password, rank) => [password, rank]))
const maxRank = (role: Role): number => (isStaffRole(role) ? passwords.length : 10_000)

type Whose = Readonly<{ role: Role; email: string; agency?: string }>

/** newPasswordObjection, with the name of the agency. */
export async function objectionToPassword(
  core: Core,
  password: string,
  { role, email }: Whose,
): Promise<Message | null> {
  const { company_name: agency } = await readSettings(core)
  return newPasswordObjection(password, { role, email, agency })
}

/** The error message for a new password; null when it is acceptable. Passwords that were set earlier stay valid. */
export function newPasswordObjection(password: string, { role, email, agency = '' }: Whose): Message | null {
  const objection = passwordObjection(password, role)
  if (objection) return objection
  const plain = password.normalize('NFKC').trim().toLowerCase()
  const isCommon = (rankOf.get(plain) ?? Number.POSITIVE_INFINITY) < maxRank(role)
  if (isCommon || isPattern(plain)) return text('fields.passwordCommon')
  if (isDerived(plain, wordsOfAddress(email))) return text('fields.passwordOfAddress')
  return isDerived(plain, wordsOfName(agency)) ? text('fields.passwordOfAgency') : null
}

/** Whether the password repeats one part ('abcabc'), or counts up or down ('654321', '123456789012', 'abcdefgh'). */
function isPattern(password: string): boolean {
  const characters = [...password]
  // A repetition is found again in its double before its end.
  if ((password + password).indexOf(password, 1) < password.length) return true
  const isCount = /^\d+$/.test(password)
  const steps = characters.slice(1).map((character, place) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[place]?.codePointAt(0) ?? 0)
    return isCount ? (step + 10) % 10 : step
  })
  return [1, isCount ? 9 : -1].some((wanted) => steps.every((step) => step === wanted))
}

const lettersAndDigits = (value: string): string => value.replace(/[^\p{L}\p{N}]/gu, '')
/** 'smith2026' -> 'smith'. Loops instead of a pattern: trimming the end by one is quadratic. */
function withoutOuterDigits(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && /\d/.test(value[start] ?? '')) start++
  while (end > start && /\d/.test(value[end - 1] ?? '')) end--
  return value.slice(start, end)
}
const minPart = 4

/** The address, its name or domain, and the parts of the name. */
function wordsOfAddress(email: string): readonly string[] {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [host = ''] = domain.split('.')
  const parts = name.split(/[^\p{L}\p{N}]+/u).map(withoutOuterDigits)
  return [email, name, domain, host, [...parts].reverse().join(''), ...parts]
}
const wordsOfName = (name: string): readonly string[] => [name, ...name.split(/[^\p{L}\p{N}]+/u)]

/** Whether the password is one of these words, alone or with digits around it, or reversed. */
function isDerived(password: string, own: readonly string[]): boolean {
  const words = own.flatMap((word) => {
    const whole = lettersAndDigits(word.toLowerCase())
    return [whole, withoutOuterDigits(whole)]
  })
  const refused = new Set(words.filter((word) => word.length >= minPart))
  const typed = lettersAndDigits(password)
  const variants = [typed, withoutOuterDigits(typed)]
  return [...variants, ...variants.map((one) => [...one].reverse().join(''))].some((one) => refused.has(one))
}
