import type { StoredTranslation } from '../../src/kernel/translations.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import { digestOf } from '../../src/platform/text-digest.server.ts'
import { contentTranslations } from './content-translations.server.ts'
import type { SeedDeps } from './world.server.ts'

const transferInstructions = 'Write your booking reference as the payment note. We check transfers within 24 hours.'
const cashInstructions =
  'Pay in cash at our Dubai office or to the guide or driver who meets you. Bring the exact amount.'

const instructed = [
  { name: 'bank_transfer', type: 'manual' as const, manual_instructions: transferInstructions },
  { name: 'cash_on_arrival', type: 'manual' as const, manual_instructions: cashInstructions },
]

/** By language, as the payment settings store them. */
const translationsOf = (name: string, manual_instructions: string): Record<string, StoredTranslation> =>
  Object.fromEntries(
    Object.entries(contentTranslations).flatMap(([language, { payment_methods }]) => {
      const words = payment_methods[name]
      const sources = { manual_instructions: digestOf(manual_instructions) }
      return words ? [[language, { version: 1, texts: { manual_instructions: words }, sources }]] : []
    }),
  )

/** Ways to pay that need no account with a supplier; rows that are there already are switched on. */
export async function seedManualGateways(trx: Trx, deps: SeedDeps): Promise<void> {
  const now = deps.clock()
  const gateways = [
    ...instructed,
    ...(deps.isSandbox ? [{ name: 'sandbox_card', type: 'api' as const, manual_instructions: '' }] : []),
  ]
  await trx
    .insertInto('payment_gateways')
    .values(
      gateways.map((gateway) => ({
        ...gateway,
        enabled: true,
        sealed_secrets: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        enabled: true,
        manual_instructions: eb.ref('excluded.manual_instructions'),
      })),
    )
    .execute()
}

/** The instructions in the other languages of the shop. */
export async function seedMethodTranslations(trx: Trx): Promise<void> {
  for (const { name, manual_instructions: instructions } of instructed)
    await trx
      .updateTable('payment_gateways')
      .set({ translations: JSON.stringify(translationsOf(name, instructions)) })
      .where('name', '=', name)
      .execute()
}

/** Sample accounts (the IBAN is the one of the standard's examples); an agency puts in its own. */
export async function seedBankAccounts(trx: Trx, deps: SeedDeps): Promise<void> {
  const owner = { account_name: 'Safar Travel House', updated_at: deps.clock() }
  const dubai = { ...owner, bank_name: 'Demo Bank', branch: 'Deira, Dubai', swift: 'DEMOAEAD' }
  await trx
    .insertInto('bank_accounts')
    .values([
      {
        ...owner,
        currency: 'INR',
        account_number: '000123456789',
        bank_name: 'Demo Bank',
        branch: 'Fort, Mumbai',
        ifsc: 'DEMO0001234',
        upi: 'safar@demobank',
      },
      { ...dubai, currency: 'AED', iban: 'AE070331234567890123456' },
      { ...dubai, currency: 'USD', iban: 'AE070331234567890123456' },
    ])
    .onConflict((conflict) => conflict.column('currency').doNothing())
    .execute()
}
