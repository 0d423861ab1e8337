import * as z from 'zod'
import { instant, line, procedure, text } from '../../../kernel/contract.ts'
import { currencies } from '../../../kernel/money.ts'
import { maxInstructions, maxName } from './rules/translated-words.ts'

/** A field from the provider's description. Secrets never have a value here (D11), only whether one is stored. */
const gatewayField = z.object({
  name: z.string(),
  label: z.string(),
  input: z.enum(['text', 'textarea', 'select', 'switch']),
  isSecret: z.boolean(),
  isRequired: z.boolean(),
  help: z.string().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  value: z.string(),
  isSet: z.boolean(),
})
export const gatewayView = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['api', 'manual']),
  enabled: z.boolean(),
  version: z.int(),
  fields: z.array(gatewayField),
  manual_instructions: z.string(),
  /** The agency's name for customers; '': the provider's own. */
  display_name: z.string(),
  /** What customers see without a name of the agency's, in a currency of the shop. */
  default_name: z.string(),
  mode: z.enum(['live', 'test']),
  /** The currency charged; null: the booking's own. */
  currency: z.string().nullable(),
  /** null: customers see this gateway. */
  whyNotOffered: z.string().nullable(),
  /** Which bookings an enabled gateway is not offered for. */
  restrictions: z.array(z.string()),
  /** Address for the supplier's webhooks; null: it sends none. */
  webhookUrl: z.string().nullable(),
  canTest: z.boolean(),
  updated_at: instant,
})
export type GatewayView = z.infer<typeof gatewayView>

/** The result of a test with the stored credentials. */
export const connectionTest = z.object({
  isFine: z.boolean(),
  message: z.string(),
  mode: z.enum(['live', 'test']),
  at: instant,
})
export type ConnectionAnswer = z.infer<typeof connectionTest>

const name = z.string().max(40)
const gatewayEdit = z.strictObject({
  name,
  version: z.int(),
  enabled: z.boolean().optional(),
  settings: z.record(name, text(4_000)).optional(),
  secrets: z.record(name, text(4_000).nullable()).optional(),
  manual_instructions: text(maxInstructions).optional(),
  display_name: line(maxName).optional(),
})

const bankAccount = {
  account_name: line(120),
  account_number: line(40),
  ifsc: line(20),
  upi: line(80),
  bank_name: line(120),
  branch: line(120),
  iban: line(50),
  swift: line(20),
}
export const bankSettings = z.object({
  enabled: z.boolean(),
  /** null: the gateway does not exist yet. */
  version: z.int().nullable(),
  accounts: z.array(z.object({ currency: z.enum(currencies), ...bankAccount })),
  updated_at: instant.nullable(),
})
export type BankSettings = z.infer<typeof bankSettings>

/** Owner only: these settings decide where customers' money goes. */
export const gatewayProcedures = {
  gateways: procedure('staff:gateways', 'GET /admin/payment-gateways', 'Every payment gateway, by name').output(
    z.array(gatewayView),
  ),
  saveGateways: procedure(
    'staff:gateways',
    'PUT /admin/payment-gateways',
    'Saves the given gateways, all or none; an omitted or empty secret stays as it is',
  )
    .input(z.strictObject({ gateways: z.array(gatewayEdit).min(1).max(50) }))
    .output(z.array(gatewayView)),
  testGateway: procedure(
    'staff:gateways',
    'POST /admin/payment-gateways/{name}/connection-tests',
    'Tests the stored credentials with a harmless request',
  )
    .input(z.strictObject({ name }))
    .output(connectionTest),
  bank: procedure(
    'staff:gateways',
    'GET /admin/bank-accounts',
    'Bank transfer: switch, and an account per currency',
  ).output(bankSettings),
  saveBank: procedure(
    'staff:gateways',
    'PUT /admin/bank-accounts',
    'Saves the switch and the given accounts; an empty account is removed',
  )
    .input(
      z.strictObject({
        /** Left out: the switch stays as it is. */
        enabled: z.boolean().optional(),
        version: z.int().nullable(),
        accounts: z.array(z.strictObject({ currency: z.enum(currencies), ...bankAccount })).max(currencies.length),
      }),
    )
    .output(bankSettings),
}
