import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto

const replaceScrypt = (replacement: typeof scrypt): void => {
  crypto.scrypt = replacement
  syncBuiltinESMExports()
}

/** Hashing a password is slow on purpose: 0.1 s each time. In tests it takes no time, with the same code around it. */
export const makePasswordsCheap = (): void =>
  replaceScrypt(((password, salt, length, options, callback) =>
    scrypt(password, salt, length, { ...options, N: 2 }, callback)) as typeof scrypt)

/** For the test of the real cost. */
export const makePasswordsReal = (): void => replaceScrypt(scrypt)
