/**
 * Known devices (OWASP "device cookies"): a browser that has signed in to an account before has its own limit. Wrong
 * guesses from elsewhere lock the account for unknown devices only, so an attacker cannot lock out its owner.
 */
import { randomBytes } from 'node:crypto'
import { readCookie, setCookie } from './cookie.server.ts'
import type { AccountDeps, Browser } from './deps.server.ts'
import type { Credential } from './passwords.server.ts'

const year = 365 * 86_400
/** People share browsers; the oldest account is forgotten first. */
const maxAccounts = 4

/**
 * What the signature covers. A new password makes all devices unknown. So does two-factor sign-in: otherwise a thief
 * could collect devices with the password alone, and guess codes on each.
 */
const textOf = ({ userId, hash, twoFactorSince }: Credential, id: string): string =>
  [userId, hash, twoFactorSince?.getTime() ?? '', id].join('.')

const entriesOf = (deps: AccountDeps, browser: Browser): string[] =>
  (readCookie(deps, browser.headers, 'device') ?? '').split('~').slice(0, maxAccounts)

function idOf(deps: AccountDeps, entry: string, credential: Credential): string | null {
  const [id = '', mark = '', ...rest] = entry.split('.')
  const isValid = rest.length === 0 && /^[\w-]{22}$/.test(id)
  return isValid && deps.keys.isSigned('known-device', textOf(credential, id), mark) ? id : null
}

/** The id of this browser for the account; null when it is unknown. */
export function knownDevice(deps: AccountDeps, browser: Browser, credential: Credential): string | null {
  for (const entry of entriesOf(deps, browser)) {
    const id = idOf(deps, entry, credential)
    if (id !== null) return id
  }
  return null
}

/** The cookie that makes this browser known to the account. Set only after every sign-in step has succeeded. */
export function deviceCookie(deps: AccountDeps, browser: Browser, credential: Credential): string {
  const id = randomBytes(16).toString('base64url')
  const others = entriesOf(deps, browser).filter(
    (entry) => /^[\w-]{22}\.[\w-]{43}$/.test(entry) && idOf(deps, entry, credential) === null,
  )
  const own = `${id}.${deps.keys.sign('known-device', textOf(credential, id))}`
  const value = [own, ...others].slice(0, maxAccounts).join('~')
  return setCookie(deps, { name: 'device', value, seconds: year })
}
