import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { activeStates } from '../attempts/rules/attempt.ts'
import { bankTransfer } from '../manual-methods.ts'
import { bankDetailsFor, hasDetails, namesPayee } from './rules/bank-details.ts'
import { readBankAccounts } from './store.server.ts'
import '../events.ts'

/** What customers see of the account for a currency; null: nothing, bank transfer is not offered. */
type ShownAccount = (currency: string) => string | null

/** Locks the gateway until the transaction ends, so that two saves are compared one after the other. */
async function readShownAccounts(trx: Trx): Promise<ShownAccount> {
  const gateway = await trx
    .selectFrom('payment_gateways')
    .select(['enabled', 'manual_instructions'])
    .where('name', '=', bankTransfer)
    .forUpdate()
    .executeTakeFirst()
  const accounts = await readBankAccounts(trx)
  return (currency) => {
    if (!gateway?.enabled) return null
    const instructions = gateway.manual_instructions
    const details = bankDetailsFor(accounts.get(currency) ?? null, instructions)
    if (!namesPayee(details, instructions)) return null
    return JSON.stringify(hasDetails(details) ? details : instructions.trim())
  }
}

/**
 * Runs a change of the bank settings. Afterwards, every customer with an open transfer whose account differs from before
 * is written to. Saving the same account again sends no mail.
 */
export async function announcingAccounts(trx: Trx, now: Date, change: () => Promise<void>): Promise<void> {
  const before = await readShownAccounts(trx)
  await change()
  const after = await readShownAccounts(trx)
  const open = await trx
    .selectFrom('payment_attempts')
    .select(['id', 'booking_id', 'currency'])
    .where('provider', '=', bankTransfer)
    .where('state', 'in', activeStates)
    .orderBy('id')
    .execute()
  for (const { id: attemptId, booking_id: bookingId, currency } of open) {
    if (before(currency) === after(currency)) continue
    await emitEvent(trx, 'payment.account-changed', { bookingId, attemptId }, now)
  }
}
