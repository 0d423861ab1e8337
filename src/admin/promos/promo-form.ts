import { dateIn, instantAt, isLocalDate, isLocalTime, timeIn } from '../../kernel/dates.ts'
import { formatAmount, type Money, money, parseAmount } from '../../kernel/money.ts'
import type { PromoView } from '../../modules/promo/contract.ts'
import { codePattern, normalizeCode } from '../../modules/promo/index.ts'
import { agencyZone } from '../agency-clock.ts'
import { textOf } from '../text.ts'

const t = textOf('promos')

/** A promo code as entered, with times in the agency's time zone ('2026-12-01T10:00'). */
export interface PromoForm {
  code: string
  description: string
  discount: 'percentage' | 'amount'
  percent: string
  amount: string
  currency: string
  starts: string
  ends: string
  usageLimit: string
  customerLimit: string
  kinds: readonly string[]
  serviceIds: readonly string[]
  isActive: boolean
}

export const newPromo: PromoForm = {
  code: '',
  description: '',
  discount: 'percentage',
  percent: '',
  amount: '',
  currency: 'USD',
  starts: '',
  ends: '',
  usageLimit: '',
  customerLimit: '',
  kinds: [],
  serviceIds: [],
  isActive: true,
}

const typedTime = (iso: string | null): string =>
  iso ? `${dateIn(agencyZone(), new Date(iso))}T${timeIn(agencyZone(), new Date(iso))}` : ''
const typedNumber = (number: number | null): string => (number === null ? '' : String(number))

export const formOf = (promo: PromoView): PromoForm => ({
  code: promo.code,
  description: promo.description,
  ...('amount' in promo.discount
    ? {
        discount: 'amount',
        percent: '',
        amount: formatAmount(promo.discount.amount).replaceAll(',', ''),
        currency: promo.discount.amount.currency,
      }
    : { discount: 'percentage', percent: percentOf(promo.discount.percentHundredths), amount: '', currency: 'USD' }),
  starts: typedTime(promo.startsAt),
  ends: typedTime(promo.endsAt),
  usageLimit: typedNumber(promo.usageLimit),
  customerLimit: typedNumber(promo.customerLimit),
  kinds: promo.kinds,
  serviceIds: promo.serviceIds,
  isActive: promo.isActive,
})

/** 1250 -> '12.5' */
export const percentOf = (hundredths: number): string => String(hundredths / 100)

/** '12.5' -> 1250; null unless it is a percentage from 0.01 to 100. */
export function hundredthsOf(typed: string): number | null {
  const parts = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(typed.trim().replace(/%$/, '').trimEnd())
  if (!parts) return null
  const hundredths = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
  return hundredths >= 1 && hundredths <= 10_000 ? hundredths : null
}

type Read<T> = { value: T } | { error: string }
const limitOf = (typed: string): Read<number | null> =>
  typed.trim() === ''
    ? { value: null }
    : /^[1-9]\d{0,5}$/.test(typed.trim())
      ? { value: Number(typed) }
      : { error: t('badLimit') }

function instantOf(typed: string): Read<string | null> {
  if (typed === '') return { value: null }
  const [date, time] = [typed.slice(0, 10), typed.slice(11, 16)]
  return isLocalDate(date) && isLocalTime(time)
    ? { value: instantAt(agencyZone(), date, time).toISOString() }
    : { error: t('badTime') }
}

function discountOf(form: PromoForm): Read<{ percentHundredths: number } | { amount: Money }> {
  if (form.discount === 'percentage') {
    const percentHundredths = hundredthsOf(form.percent)
    return percentHundredths === null ? { error: t('badPercent') } : { value: { percentHundredths } }
  }
  const amount = parseAmount(form.amount, form.currency)
  return amount && amount.minor > 0
    ? { value: { amount: money(amount.minor, amount.currency) } }
    : { error: t('badAmount') }
}

/** The values to send, or the error of each field. The server checks again. */
export function readPromo(form: PromoForm) {
  const read = {
    discount: discountOf(form),
    startsAt: instantOf(form.starts),
    endsAt: instantOf(form.ends),
    usageLimit: limitOf(form.usageLimit),
    customerLimit: limitOf(form.customerLimit),
  }
  const code = normalizeCode(form.code)
  const errors: Record<string, string> = codePattern.test(code) ? {} : { code: t('badCode') }
  for (const [name, each] of Object.entries(read)) if ('error' in each) errors[name] = each.error
  const { discount, startsAt, endsAt, usageLimit, customerLimit } = read
  if (
    Object.keys(errors).length > 0 ||
    'error' in discount ||
    'error' in startsAt ||
    'error' in endsAt ||
    'error' in usageLimit ||
    'error' in customerLimit
  )
    return { errors }
  return {
    errors,
    promo: {
      code,
      description: form.description.trim(),
      discount: discount.value,
      startsAt: startsAt.value,
      endsAt: endsAt.value,
      usageLimit: usageLimit.value,
      customerLimit: customerLimit.value,
      kinds: [...form.kinds],
      serviceIds: [...form.serviceIds],
      isActive: form.isActive,
    },
  }
}
