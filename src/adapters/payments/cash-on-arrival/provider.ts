import type { Text } from '../../../kernel/messages.ts'
import type { PaymentProvider, ProviderLine } from '../../../modules/payment/port.ts'
import { text } from './text.ts'

/** The customer pays our staff on the travel day, and staff record the payment (D80, C209). */
export const cashOnArrival: PaymentProvider = {
  describe: {
    name: 'cash_on_arrival',
    type: 'manual',
    label: text('label'),
    brands: [],
    means: 'cash',
    fields: [],
    charge: { rule: 'booking' },
    currencies: null,
    opensForMinutes: null,
    isDueOnArrival: true,
  },
  mode: () => 'live',
  start: async (ctx) => ({
    outcome: 'requires_action',
    orderRef: null,
    action: {
      type: 'pay_on_arrival',
      kind: 'instructions',
      instructions: instructionsWith(ctx.instructions.trim()),
    },
  }),
}

function instructionsWith(instructions: string): Text {
  const payOnArrival = text('instructions.payOnArrival')
  return instructions ? text('instructions.withAgency', { payOnArrival, instructions }) : payOnArrival
}

export const cashOnArrivalLine: ProviderLine<unknown> = { create: () => cashOnArrival }
