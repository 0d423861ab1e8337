import { addMinutes } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { issueToken, readToken } from '../../platform/crypto/keyring.server.ts'
import { linkMinutes } from './rules.ts'

type LinkDeps = Pick<Core, 'keys' | 'clock'>
const purpose = 'file-link'
const payloadOf = (subject: string, userId: string): string => `${subject}~${userId}`

/**
 * What opens one file or paper for ten minutes (D19). Made for somebody who is signed in it opens to that account alone,
 * else to its holder: a guest has nothing else to show. `subject` names what it opens, without dots.
 */
export const issueFileLink = (deps: LinkDeps, subject: string, viewer: Caller): string =>
  issueToken(deps.keys, purpose, payloadOf(subject, viewer.userId ?? ''), addMinutes(deps.clock(), linkMinutes))

/**
 * Refuses 'file/not-found' for a link that is missing, forged, for another file or for another account, which learns
 * nothing of the file; 'file/link-expired' for one that was good and is over.
 */
export function requireFileLink(deps: LinkDeps, subject: string, viewer: Caller, link: string | undefined): void {
  const good = [payloadOf(subject, ''), ...(viewer.userId === null ? [] : [payloadOf(subject, viewer.userId)])]
  const signed = link === undefined ? null : readToken(deps.keys, purpose, link, new Date(0))
  if (link === undefined || signed === null || !good.includes(signed)) throw new Refusal('file/not-found')
  if (readToken(deps.keys, purpose, link, deps.clock()) === null) throw new Refusal('file/link-expired')
}
