import type { Language } from '../../kernel/language.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { AccountDeps } from './deps.server.ts'
import { hashPassword } from './passwords.server.ts'
import type { Account } from './sign-up-browser.server.ts'
import './tables.server.ts'
import { mailVerification } from './verification.server.ts'

type SignUpInput = { email: string; password: string; name: string; language: Language | null }

/**
 * Creates a customer and mails the verification link. For an address with an account it changes nothing, and mails the
 * link again while the address is unverified: the first mail may have been lost. Returns the account if it is new.
 */
export async function signUp(
  deps: AccountDeps,
  { email, password, name, language }: SignUpInput,
): Promise<Account | null> {
  const hash = await hashPassword(password)
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const id = newId(now)
    const times = { created_at: now, updated_at: now }
    const created = await trx
      .insertInto('users')
      .values({ id, name, email, language, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created) {
      const credential = { account_id: id, provider_id: 'credential', user_id: id, password: hash }
      await trx
        .insertInto('accounts')
        .values({ id: newId(now), ...credential, ...times })
        .execute()
    }
    await mailVerification(trx, deps, email)
    return created ? { userId: id, hash } : null
  })
}
