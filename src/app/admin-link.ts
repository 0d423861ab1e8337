/**
 * npm run admin -- EMAIL: makes or resets an administrator and prints a one-time link. It also switches the account's
 * two-factor sign-in off: the way back in for an owner without phone and recovery codes.
 */
import * as z from 'zod'
import { adminLink } from '../modules/account/index.server.ts'
import { openShop } from './open-shop.server.ts'
import { begin, endWith } from './started.server.ts'

const email = process.argv[2] ?? ''
if (!z.email().safeParse(email).success) {
  process.stderr.write('Usage: npm run admin -- EMAIL\n')
  process.exit(2)
}
const { env, log } = begin()
try {
  const { shop, close } = await openShop(env, log, env.port, { besideRunning: true })
  const { link, isTwoFactorOff } = await adminLink(shop.deps, email)
  await close()
  if (isTwoFactorOff)
    process.stdout.write('Two-factor sign-in of this account is off now: set it up again afterwards.\n')
  process.stdout.write(`Good for one hour, once:\n${link}\n`)
} catch (error) {
  endWith(error)
}
