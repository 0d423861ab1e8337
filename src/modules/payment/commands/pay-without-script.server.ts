import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../kernel/html.ts'
import { formatMoney, money } from '../../../kernel/money.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { confirmationHref, paymentHref } from '../../booking/index.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { PaymentAction } from '../port.ts'
import { isSoftEnd } from '../rules/attempt.ts'
import { countStart, type StartPaymentInput, startPayment } from './start-payment.server.ts'

/** Where a browser goes on, or the page that leads it to the provider, with the policy of that page. */
export type PaidWithoutScript = { readonly location: string } | { readonly html: string; readonly policy: string }

/**
 * The methods' form as a browser without scripts sends it. The way to a provider is a page with one button: a redirect
 * after a form would have to be allowed by the policy of the page with the form.
 */
export async function payWithoutScript(
  deps: PaymentDeps,
  caller: Caller,
  input: StartPaymentInput,
): Promise<PaidWithoutScript> {
  const payment = paymentHref(input.bookingId, input.token)
  try {
    await countStart(deps, caller)
    const { attempt, isUnknown } = await startPayment(deps, caller, input, null)
    if (isUnknown) return note(payment)
    // The payment page says what became of it, and shows where to transfer to.
    if (isSoftEnd(attempt.state) || attempt.action?.kind === 'bank-details') return { location: payment }
    const way = attempt.state === 'requires_action' && attempt.action ? wayOf(attempt.action) : null
    if (way === 'none') return note(payment)
    if (!way) return { location: confirmationHref(input.bookingId, input.token) }
    return onward(way, formatMoney(money(attempt.amount_minor, attempt.currency), { exact: true }), payment)
  } catch (error) {
    if (isRefusal(error)) return error.code === 'booking/not-found' ? { location: payment } : note(payment)
    throw error
  }
}

type Way = { readonly url: string; readonly form: Readonly<Record<string, string>> | null }
/** null: nothing is left to do. 'none': there is no way without scripts. */
function wayOf(action: PaymentAction): Way | 'none' | null {
  if (action.kind === 'redirect') return { url: action.url, form: action.form ?? null }
  if (action.kind === 'popup') return action.data.page ?? 'none'
  return null
}

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 2rem 1rem; display: grid; place-items: center; }
main { max-width: 30rem; width: 100%; }
button, a.button { display: block; box-sizing: border-box; width: 100%; min-height: 3rem; padding: .7rem 1rem;
  border: 0; border-radius: .75rem; background: #1d4ed8; color: #fff; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid; outline-offset: 3px; }
`

function page(title: string, body: string, formOrigin: string | null): PaidWithoutScript {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`
  const hash = createHash('sha256').update(style).digest('base64')
  const form = formOrigin ?? "'none'"
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action ${form}; base-uri 'none'; frame-ancestors 'none'`
  return { html, policy }
}

function onward({ url, form }: Way, amount: string, back: string): PaidWithoutScript {
  const fields = Object.entries(form ?? {}).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const button = form
    ? `<form method="post" action="${escapeHtml(url)}">${fields.join('')}<button>Continue to payment</button></form>`
    : `<a class="button" href="${escapeHtml(url)}">Continue to payment</a>`
  const body = `<p>You pay <strong>${escapeHtml(amount)}</strong> on the page of the payment provider.</p>${button}
<p><a href="${escapeHtml(back)}">Choose another method</a></p>`
  return page('One more step', body, form ? new URL(url).origin : null)
}

function note(back: string): PaidWithoutScript {
  const body = `<p>This payment could not be started. Nothing was charged, and your booking is kept.</p>
<p><a class="button" href="${escapeHtml(back)}">Try again or choose another method</a></p>`
  return page('Payment Error', body, null)
}
