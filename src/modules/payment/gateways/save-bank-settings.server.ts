import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import { dropHere } from '../../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { bankTransfer } from '../manual-methods.ts'
import { text } from '../text.ts'
import { announcingAccounts } from './announce-account.server.ts'
import type { BankSettings } from './contract.ts'
import { readBankSettings } from './read-settings.server.ts'
import { accountErrors, type BankAccount, hasDetails } from './rules/bank-details.ts'
import { gatewaysTag } from './store.server.ts'

type Account = BankSettings['accounts'][number]
type Input = Pick<BankSettings, 'version' | 'accounts'> & { readonly enabled?: boolean | undefined }

/**
 * Saves the bank transfer switch, if given, and the given accounts. An account without details is removed; other currencies stay.
 * Creates the gateway if it is missing (D139). Refuses 'payment/gateway-changed', and 'payment/gateway-invalid' with
 * 'CUR.field' errors.
 */
export async function saveBankSettings(deps: PaymentDeps, caller: Caller, input: Input): Promise<BankSettings> {
  const errors = [...input.accounts.flatMap(errorsOf), ...duplicateErrors(input.accounts)]
  if (errors.length > 0) throw new Refusal('payment/gateway-invalid', {}, errors)
  const before = await readBankSettings(deps)
  const enabled = input.enabled ?? before.enabled
  await deps.db.transaction().execute(async (trx) => {
    await announcingAccounts(trx, deps.clock(), async () => {
      await saveSwitch(trx, deps, { enabled, version: input.version })
      for (const account of input.accounts) await saveAccount(trx, deps, account)
    })
    const entry = { action: 'bank.saved', subjectType: 'payment-gateway', subjectId: bankTransfer }
    const after = { enabled, accounts: input.accounts }
    const was = { enabled: before.enabled, accounts: before.accounts }
    await writeAudit(trx, caller, { ...entry, before: was, after }, deps.clock())
  })
  dropHere(deps, [gatewaysTag])
  return readBankSettings(deps)
}

const columns = {
  accountName: 'account_name',
  accountNumber: 'account_number',
  bankName: 'bank_name',
  branch: 'branch',
  ifsc: 'ifsc',
  upi: 'upi',
  iban: 'iban',
  swift: 'swift',
} as const satisfies Record<keyof BankAccount, keyof Account>

function detailsOf(account: Account): BankAccount {
  const { account_name, account_number, bank_name, currency: _, ...rest } = account
  return { accountName: account_name, accountNumber: account_number, bankName: bank_name, ...rest }
}
const errorsOf = (account: Account): FieldError[] =>
  accountErrors(detailsOf(account)).map(({ field, message }) => ({
    path: `${account.currency}.${columns[field]}`,
    message,
  }))
const duplicateErrors = (accounts: readonly Account[]): FieldError[] =>
  new Set(accounts.map((account) => account.currency)).size === accounts.length
    ? []
    : [{ path: 'accounts', message: text('gateways.currencyTwice') }]

async function saveSwitch(
  trx: Trx,
  deps: PaymentDeps,
  { enabled, version }: Pick<BankSettings, 'enabled' | 'version'>,
): Promise<void> {
  const now = deps.clock()
  const changed = new Refusal('payment/gateway-changed', { provider: bankTransfer })
  if (version === null) {
    const inserted = await trx
      .insertInto('payment_gateways')
      .values({
        name: bankTransfer,
        type: 'manual',
        enabled,
        sealed_secrets: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!inserted) throw changed
    return
  }
  const { numUpdatedRows } = await trx
    .updateTable('payment_gateways')
    .set({ enabled, version: version + 1, updated_at: now })
    .where('name', '=', bankTransfer)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changed
}

async function saveAccount(trx: Trx, deps: PaymentDeps, account: Account): Promise<void> {
  if (!hasDetails(detailsOf(account))) {
    await trx.deleteFrom('bank_accounts').where('currency', '=', account.currency).execute()
    return
  }
  const row = { ...account, updated_at: deps.clock() }
  await trx
    .insertInto('bank_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('currency').doUpdateSet(row))
    .execute()
}
