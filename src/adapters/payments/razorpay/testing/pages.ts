// The stand-in's script, the frame that the script opens, and the page without a script.
import { formatMoney, money } from '../../../../kernel/money.ts'
import { hostedPage, type SupplierAnswer } from '../../../../modules/payment/testing/supplier-server.ts'
import type { OrderObject } from './book.ts'

const amountOf = ({ amount, currency }: OrderObject): string => formatMoney(money(amount, currency), { exact: true })

/** `frame`: the URL of the popup's content. It calls back, as Razorpay's does. */
export const checkoutScript = (frame: string): SupplierAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body: `(() => {
  const origin = ${JSON.stringify(new URL(frame).origin)}
  window.Razorpay = class {
    constructor(options) {
      for (const name of ['key', 'amount', 'currency', 'name', 'order_id'])
        if (!options[name]) throw new Error(name + ' is missing')
      this.options = options
      this.failed = []
    }
    on(event, tell) { if (event === 'payment.failed') this.failed.push(tell) }
    open() {
      const { options } = this
      const box = document.createElement('div')
      box.setAttribute('role', 'dialog')
      box.setAttribute('aria-label', 'Razorpay Checkout')
      Object.assign(box.style, { position: 'fixed', inset: 0, zIndex: 2147483647, background: '#0009',
        display: 'grid', placeItems: 'center' })
      const frame = document.createElement('iframe')
      frame.title = 'Razorpay Checkout'
      frame.src = ${JSON.stringify(frame)} + '?' + new URLSearchParams({ order_id: options.order_id, key_id: options.key })
      Object.assign(frame.style, { width: 'min(92vw, 24rem)', height: '20rem', border: 0, background: '#fff' })
      const close = () => { box.remove(); removeEventListener('message', hear) }
      const hear = ({ data, origin: from, source }) => {
        if (from !== origin || source !== frame.contentWindow) return
        if (data.kind === 'paid') { close(); options.handler && options.handler(data.answer) }
        if (data.kind === 'failed') for (const tell of this.failed) tell(data.answer)
        if (data.kind === 'dismissed') { close(); options.modal && options.modal.ondismiss && options.modal.ondismiss() }
      }
      addEventListener('message', hear)
      box.append(frame)
      document.body.append(box)
    }
  }
})()`,
})

export const framePage = (order: OrderObject, action: string): SupplierAnswer =>
  hostedPage({ supplier: 'Razorpay stand-in', amount: amountOf(order), action })

/** Posts the result to the parent page; after a failed try the buttons appear again. */
export function frameAnswer(message: object, again: SupplierAnswer | null): SupplierAnswer {
  const script = `<script>parent.postMessage(${JSON.stringify(message).replaceAll('<', '\\u003c')}, '*')</script>`
  const page = typeof again?.body === 'string' ? again.body : '<!doctype html><title>One moment</title>'
  return { status: 200, body: page + script }
}
