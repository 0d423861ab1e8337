import { hasMoney, type StandInOrder, statusOf } from './world.ts'

/** The browser and the notification use other status names than the status API. */
const claims: Readonly<Record<string, string>> = {
  Successful: 'Success',
  Shipped: 'Success',
  Unsuccessful: 'Failure',
}
export function answerFields(order: StandInOrder, at: Date): Record<string, string> {
  const status = statusOf(order)
  const isPaid = hasMoney(status)
  const echoed = Object.entries(order.fields).filter(([name]) => /^(billing|merchant_param)/.test(name))
  return {
    order_id: order.shownOrderNo,
    tracking_id: order.trackingId,
    bank_ref_no: isPaid ? '998877' : 'null',
    order_status: order.claimed ?? claims[status] ?? status,
    failure_message: status === 'Unsuccessful' ? 'Do not honour' : '',
    payment_mode: 'Net Banking',
    card_name: 'AvenuesTest',
    status_code: 'null',
    status_message: isPaid ? 'Transaction Successful' : 'null',
    currency: order.currency,
    amount: order.amount,
    ...Object.fromEntries(echoed),
    vault: 'N',
    offer_type: 'null',
    offer_code: 'null',
    discount_value: '0.0',
    mer_amount: order.amount,
    eci_value: 'null',
    retry: 'N',
    response_code: '0',
    billing_notes: '',
    trans_date: indianDate(at),
    bin_country: '',
  }
}
function indianDate(at: Date): string {
  const [day, time] = new Date(at.getTime() + 19_800_000).toISOString().split('T') as [string, string]
  return `${day.split('-').reverse().join('/')} ${time.slice(0, 8)}`
}
