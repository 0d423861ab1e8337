/**
 * npm run admin -- EMAIL: creates or resets an administrator and prints a one-time link. It also turns off the
 * account's two-factor sign-in, for an owner who has lost the phone and the recovery codes.
 */
import * as z from 'zod'
import { adminLink } from '../modules/account/index.server.ts'
import { runCommand, withShop } from './command.server.ts'

await runCommand({
  usage: ['Usage: npm run admin -- EMAIL'],
  read: (words) => (words.length === 1 && z.email().safeParse(words[0]).data) || null,
  run: (email, started) =>
    withShop(started, async ({ shop }) => {
      const { link, isTwoFactorOff } = await adminLink(shop.deps, email)
      const off = 'Two-factor sign-in of this account is off now: set it up again afterwards.'
      return { lines: [...(isTwoFactorOff ? [off] : []), 'Good for one hour, once:', link], isWell: true }
    }),
})
