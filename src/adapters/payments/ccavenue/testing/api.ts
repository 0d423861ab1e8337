import type { SupplierRequest } from '../../../../modules/payment/testing/supplier-server.ts'
import { decrypt, encrypt } from '../cipher.server.ts'
import { cents, foreignKey, hasMoney, type StandInAccount, type StandInOrder, statusOf, type World } from './world.ts'

/** DoWebTrans takes a form and returns form-like text; like the real API, it ends with a line break. */
export function answerApi(world: World, request: SupplierRequest): string {
  const form = new URLSearchParams(request.body)
  const account = world.accounts.find(({ accessCode }) => accessCode === form.get('access_code'))
  if (!world.isIpRegistered || !account) return plainError('Access_code: Invalid Parameter', '51407')
  const fault = formFault(request, form)
  if (fault) world.breaches.push(fault)
  const plain = decrypt({ cipher: world.cipher, workingKey: account.workingKey }, form.get('enc_request') ?? '')
  const asked = plain === null ? null : readAsked(plain)
  if (!asked) return plainError('Enc_request: Invalid Parameter', '51402')
  const command = commands[form.get('command') ?? '']
  if (!command) return plainError('Command: Invalid Parameter', '51404')
  const { body, isForeign = false } = command(world, account, asked)
  const workingKey = isForeign ? foreignKey : account.workingKey
  const hex = encrypt({ cipher: world.cipher, workingKey }, JSON.stringify(body))
  return `status=0&enc_response=${hex}\r\n&enc_error_code=`
}
const plainError = (words: string, code: string): string => `status=1&enc_response=${words}&enc_error_code=${code}`
function readAsked(plain: string): Asked | null {
  try {
    return JSON.parse(plain) as Asked
  } catch {
    return null
  }
}

function formFault({ method, headers }: SupplierRequest, form: URLSearchParams): string | null {
  if (method !== 'POST') return `DoWebTrans by ${method}`
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return 'DoWebTrans without a form'
  const isJson = form.get('request_type') === 'JSON' && form.get('response_type') === 'JSON'
  if (!isJson) return 'DoWebTrans in another format than JSON'
  return ['1.1', '1.2'].includes(form.get('version') ?? '') ? null : 'DoWebTrans without a version'
}

type Asked = Readonly<Record<string, string>>
type Answered = { readonly body: object; readonly isForeign?: boolean }
type Answer = (world: World, account: StandInAccount, asked: Asked) => Answered
const commands: Readonly<Record<string, Answer>> = {
  orderStatusTracker: reportOrder,
  refundOrder: takeRefund,
  getRefundDetails: reportRefunds,
}

function reportOrder(world: World, account: StandInAccount, asked: Asked): Answered {
  checkFields(world, asked, { order_no: /^[A-Za-z0-9/_-]{1,30}$/, reference_no: /^\d{1,25}$/ }, [])
  const order = find(world, account, asked)
  if (!order) return { body: { error_desc: 'Order List: Invalid Parameter', error_code: '51313', status: 1 } }
  const body = orderBody(order)
  return { body: world.isWrapped ? { Order_Status_Result: body } : body, isForeign: order.isForeign }
}

function takeRefund(world: World, account: StandInAccount, asked: Asked): Answered {
  const patterns = {
    reference_no: /^\d{1,25}$/,
    refund_amount: /^\d{1,9}\.\d{2}$/,
    refund_ref_no: /^[A-Za-z0-9]{1,30}$/,
  }
  checkFields(world, asked, patterns, Object.keys(patterns))
  const order = find(world, account, asked)
  const refused = (reason: string, error_code: string) => ({ body: { reason, error_code, refund_status: 1 } })
  if (order?.status === 'Chargeback') return refused('Order is disputed', '51315')
  if (!order || !hasMoney(order.status)) {
    return refused('Reference number: Invalid Parameter', '51310')
  }
  const [amount, number] = [asked.refund_amount ?? '', asked.refund_ref_no ?? '']
  if (order.refunds.some((refund) => refund.number === number)) return refused('Refund Ref. No.: Duplicate', '51309')
  const given = order.refunds.filter(({ status }) => status === 'TS-REFC' || status === 'TS-REFA')
  const sum = given.reduce((total, refund) => total + cents(refund.amount), cents(amount))
  if (sum > cents(order.fields.amount ?? '')) return refused('Refund amount exceeds the limit', '51314')
  order.refunds.push({ amount, number, issued: `2026-11-21 11:00:0${order.refunds.length}.0`, status: 'TS-REFA' })
  return { body: { reason: '', error_code: '', refund_status: 0 } }
}

function reportRefunds(world: World, account: StandInAccount, asked: Asked): Answered {
  checkFields(world, asked, { reference_no: /^\d{1,25}$/ }, ['reference_no'])
  const order = find(world, account, asked)
  const reference_no = asked.reference_no
  if (!order || order.refunds.length === 0) {
    const none = { order_no: '', order_amt: '', order_curr: '', order_status: '' }
    const error = { error_desc: 'Enc_request: No record found for given criteria.', error_code: '51419' }
    return { body: { reference_no, ...none, ...error } }
  }
  const refund_list = order.refunds.map(({ amount, number, issued, status }) => ({
    refund_amt: amount,
    refund_issue_date: issued,
    refund_processed_on: '',
    refund_completion_date: status === 'TS-REFC' ? issued : '',
    refund_bank_ref_no: status === 'TS-REFC' ? '2492' : '',
    refund_mer_ref_no: number,
    refund_status: status,
  }))
  const body = { order_no: order.shownOrderNo, order_amt: order.amount, order_curr: order.currency }
  const end = { order_status: statusOf(order), error_desc: '', error_code: '' }
  return { body: { refund_list, reference_no, ...body, ...end }, isForeign: order.isForeign }
}

function checkFields(world: World, asked: Asked, patterns: Readonly<Record<string, RegExp>>, required: string[]): void {
  for (const name of required) if (!asked[name]) world.breaches.push(`${name} is missing`)
  if (Object.keys(asked).length === 0) world.breaches.push('nothing is asked')
  for (const [name, value] of Object.entries(asked)) {
    if (!patterns[name]?.test(value)) world.breaches.push(`${name} is ${value}`)
  }
}

function find(world: World, { accessCode }: StandInAccount, asked: Asked): StandInOrder | undefined {
  return [...world.orders.values()].find(
    (order) =>
      order.accessCode === accessCode &&
      (asked.reference_no === undefined || order.trackingId === asked.reference_no) &&
      (asked.order_no === undefined || order.orderNo === asked.order_no),
  )
}

/** Amounts are numbers; the captured amount is 0 until the order is confirmed. */
function orderBody(order: StandInOrder): object {
  const isConfirmed = ['Shipped', 'Refunded', 'Chargeback'].includes(statusOf(order))
  const amount = Number(order.amount)
  return {
    reference_no: order.trackingId,
    order_no: order.shownOrderNo,
    order_currncy: order.currency,
    order_amt: amount,
    order_date_time: '2026-11-21 12:00:00.000',
    order_bill_name: order.fields.billing_name ?? '',
    order_status: statusOf(order),
    order_fraud_status: order.fraud,
    order_status_date_time: '2026-11-21 12:00:31.000',
    order_capt_amt: isConfirmed ? amount : 0,
    order_card_name: 'Visa',
    order_fee_perc: 2,
    order_fee_perc_value: Number((amount * 0.02).toFixed(2)),
    order_fee_flat: 0,
    order_gross_amt: amount,
    order_discount: 0,
    order_tax: 0,
    order_bank_ref_no: '998877',
    order_bank_response: order.status,
    order_option_type: 'OPTNBK',
    param_value1: order.fields.merchant_param1 ?? '',
    param_value2: order.fields.merchant_param2 ?? '',
    error_desc: '',
    error_code: '',
    status: 0,
  }
}
