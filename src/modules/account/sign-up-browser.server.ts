/**
 * A browser that has just signed up verifies its address without entering the password again (decision 0038). The cookie
 * is bound to the account and its password, and lasts an hour.
 */
import { randomBytes } from 'node:crypto'
import { readCookie, setCookie } from './cookie.server.ts'
import type { AccountDeps, Browser } from './deps.server.ts'

const name = 'signed-up'
const purpose = 'sign-up-browser'
const seconds = 3600

export type Account = Readonly<{ userId: string; hash: string }>

const textOf = ({ userId, hash }: Account, expiry: number): string => [userId, hash, expiry].join('.')

/** Without an account the cookie is worthless but looks the same: it must not reveal that the address has an account. */
export function signUpCookie(deps: AccountDeps, account: Account | null): string {
  const expiry = Math.floor(deps.clock().getTime() / 1000) + seconds
  const signed = account ? textOf(account, expiry) : randomBytes(24).toString('base64url')
  return setCookie(deps, { name, value: `${expiry}.${deps.keys.sign(purpose, signed)}`, seconds })
}

export const endSignUpCookie = (deps: AccountDeps): string => setCookie(deps, { name, value: '', seconds: 0 })

/** Has this browser chosen the password of the account, within the last hour? */
export function hasSignedUp(deps: AccountDeps, browser: Browser, account: Account): boolean {
  const [expiry = '', mark = '', ...rest] = (readCookie(deps, browser.headers, name) ?? '').split('.')
  if (rest.length > 0 || !/^\d{10}$/.test(expiry) || Number(expiry) * 1000 <= deps.clock().getTime()) return false
  return deps.keys.isSigned(purpose, textOf(account, Number(expiry)), mark)
}
