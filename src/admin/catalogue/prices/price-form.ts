/** The form of a price change. Pure. */
import { parseAmount } from '../../../kernel/money.ts'
import type { api } from '../../api.ts'
import { textOf } from '../../text.ts'

const t = textOf('prices')
export type PriceChange = Parameters<typeof api.catalogue.admin.prices.preview>[0]['change']
export const roundings = ['none', '1', '5', '10', '0.99'] as const satisfies readonly PriceChange['rounding'][]

export interface PriceForm {
  readonly direction: PriceChange['direction']
  readonly unit: 'percent' | 'amount'
  readonly value: string
  readonly currency: string
  readonly rounding: (typeof roundings)[number]
  readonly fields: readonly string[]
}

type Read = { readonly change: PriceChange | null; readonly errors: Readonly<Record<string, string>> }
export function readPriceForm({ direction, unit, value, currency, rounding, fields }: PriceForm): Read {
  const by = unit === 'percent' ? readPercent(value) : readBy(value, currency)
  const errors = {
    ...(by === null && { value: t(`${unit}Wrong`) }),
    ...(fields.length === 0 && { fields: t('fieldsWrong') }),
  }
  const isRight = by !== null && fields.length > 0
  return { change: isRight ? { direction, by, rounding, fields: [...fields] } : null, errors }
}

function readPercent(typed: string): PriceChange['by'] | null {
  const percent = typed.trim().replace(/%$/, '').trim()
  return /^\d{1,3}(\.\d{1,2})?$/.test(percent) && Number(percent) > 0 ? { unit: 'percent', percent } : null
}

function readBy(typed: string, currency: string): PriceChange['by'] | null {
  const amount = parseAmount(typed, currency)
  return amount && amount.minor > 0 ? { unit: 'amount', amount } : null
}
