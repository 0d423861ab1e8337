import { formatAmount, money, parseAmount } from '../../kernel/money.ts'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { textOf } from '../text.ts'
import { readTrip, type TripForm, tripFormOf, tripOf } from './trip-form.ts'

const t = textOf('departures')

/** A departure's exception as entered; empty follows the schedule. */
export interface DepartureForm extends TripForm {
  capacity: string
  prices: Readonly<Record<string, string>>
  guide: string
  note: string
}

const typedAmount = (minor: number, currency: string): string =>
  formatAmount(money(minor, currency)).replaceAll(',', '')

export const formOf = (page: DeparturePage): DepartureForm => ({
  capacity: page.own.capacity === null ? '' : String(page.own.capacity),
  prices: Object.fromEntries(
    page.price_fields.map(({ name }) => {
      const price = page.own.prices?.[name]
      return [name, price === undefined ? '' : typedAmount(price, page.currency)]
    }),
  ),
  guide: page.guide ?? '',
  note: page.note ?? '',
  ...tripFormOf(page),
})

/** What the exception of a departure is now, to send it back with one change. */
export const exceptionOf = (page: DeparturePage) => ({
  service_id: page.service_id,
  date: page.date,
  time: page.time,
  version: page.version,
  is_closed: page.is_closed,
  capacity: page.own.capacity,
  prices: page.own.prices,
  note: page.note,
  guide: page.guide,
  ...tripOf(page),
})

/** Amounts in minor units by price field, without the empty ones; null if all are empty. */
export function readPrices(typed: Readonly<Record<string, string>>, currency: string) {
  const errors: Record<string, string> = {}
  const prices: Record<string, number> = {}
  for (const [name, text] of Object.entries(typed)) {
    if (text.trim() === '') continue
    const amount = parseAmount(text, currency)
    if (amount && amount.minor >= 0) prices[name] = amount.minor
    else errors[`prices.${name}`] = t('badPrice')
  }
  return { errors, prices: Object.keys(prices).length > 0 ? prices : null }
}

type Fields = Pick<DeparturePage, 'currency'>
/** The values to send, or the error of each field. The server checks again. */
export function readForm(form: DepartureForm, { currency }: Fields) {
  const { trip, errors: ofTrip } = readTrip(form)
  const { prices, errors: ofPrices } = readPrices(form.prices, currency)
  const errors: Record<string, string> = { ...ofTrip, ...ofPrices }
  const typed = form.capacity.trim()
  if (typed !== '' && !/^\d{1,5}$/.test(typed)) errors.capacity = t('badCapacity')
  if (Object.keys(errors).length > 0) return { errors }
  return {
    errors,
    values: {
      capacity: typed === '' ? null : Number(typed),
      prices,
      guide: form.guide || null,
      note: form.note || null,
      ...trip,
    },
  }
}
