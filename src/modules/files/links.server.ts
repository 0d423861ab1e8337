import { addMinutes } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { issueToken, readToken } from '../../platform/crypto/keyring.server.ts'
import { linkMinutes } from './rules.ts'

type LinkDeps = Pick<Core, 'keys' | 'clock'>
const purpose = 'file-link'
const payloadOf = (subject: string, userId: string): string => `${subject}~${userId}`

/**
 * Opens one file or printout for ten minutes (D19). A link issued to a signed-in user works for that account alone; a
 * guest's link works for its holder. `subject` must not contain dots.
 */
export const issueFileLink = (deps: LinkDeps, subject: string, viewer: Caller): string =>
  issueToken(deps.keys, purpose, payloadOf(subject, viewer.userId ?? ''), addMinutes(deps.clock(), linkMinutes))

/**
 * Refuses 'file/not-found' for a missing or forged link, and one for another file or account; 'file/link-expired' for
 * an expired one.
 */
export function requireFileLink(deps: LinkDeps, subject: string, viewer: Caller, link: string | undefined): void {
  const good = [payloadOf(subject, ''), ...(viewer.userId === null ? [] : [payloadOf(subject, viewer.userId)])]
  const signed = link === undefined ? null : readToken(deps.keys, purpose, link, new Date(0))
  if (link === undefined || signed === null || !good.includes(signed)) throw new Refusal('file/not-found')
  if (readToken(deps.keys, purpose, link, deps.clock()) === null) throw new Refusal('file/link-expired')
}
