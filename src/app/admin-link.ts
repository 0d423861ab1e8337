/** npm run admin -- EMAIL: makes or resets an administrator and prints a one-time link. */
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
  const link = await adminLink(shop.deps, email)
  await close()
  process.stdout.write(`Good for one hour, once:\n${link}\n`)
} catch (error) {
  endWith(error)
}
