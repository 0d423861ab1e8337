import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../kernel/html.ts'
import { factsOf, type Language } from '../../../kernel/language.ts'
import { formatMoney, money } from '../../../kernel/money.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import { confirmationHref, paymentHref } from '../../booking/index.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { PaymentAction } from '../port.ts'
import { text } from '../text.ts'
import { isSoftEnd } from './rules/attempt.ts'
import { limitStarts, type StartPaymentInput, startPayment } from './start-payment.server.ts'

/** A redirect, or a page that leads to the provider, with its security policy. */
export type PaidWithoutScript = { readonly location: string } | { readonly html: string; readonly policy: string }

/**
 * Handles the payment form of a browser without scripts. A page with one button leads to the provider: the policy of
 * the form's own page forbids a redirect to another site.
 */
export async function payWithoutScript(
  deps: PaymentDeps,
  caller: Caller,
  { language, ...input }: StartPaymentInput & { readonly language: Language },
): Promise<PaidWithoutScript> {
  const pages = pagesIn(language)
  const payment = paymentHref(input.bookingId, input.token)
  try {
    await limitStarts(deps, caller)
    const { attempt, isUnknown } = await startPayment(deps, caller, input, null)
    if (isUnknown) return pages.notStarted(payment)
    // The payment page shows failures and bank details.
    if (isSoftEnd(attempt.state) || attempt.action?.kind === 'bank-details') return { location: payment }
    const way = attempt.state === 'requires_action' && attempt.action ? wayOf(attempt.action) : null
    if (way === 'none') return pages.notStarted(payment)
    if (!way) return { location: confirmationHref(input.bookingId, input.token) }
    return pages.onward(way, formatMoney(money(attempt.amount_minor, attempt.currency), { exact: true }), payment)
  } catch (error) {
    // The payment page explains them.
    if (isRefusal(error) && explained.includes(error.code)) return { location: payment }
    if (isRefusal(error)) return pages.notStarted(payment)
    throw error
  }
}

const explained: readonly string[] = ['booking/not-found', 'booking/places-gone', 'payment/still-processing']

type Way = { readonly url: string; readonly form: Readonly<Record<string, string>> | null }
/** null: nothing is left to do. 'none': the method needs scripts. */
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

/** The two pages in the visitor's language. */
function pagesIn(language: Language) {
  const say = sayIn(language)
  const write = (...message: Parameters<typeof text>): string => escapeHtml(say(text(...message)))
  const page = (title: string, body: string, formOrigin: string | null): PaidWithoutScript => {
    const html = `<!doctype html>
<html lang="${language}" dir="${factsOf(language).direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`
    return { html, policy: policyFor(formOrigin) }
  }
  return {
    onward: ({ url, form }: Way, amount: string, back: string) => {
      const button = form
        ? `<form method="post" action="${escapeHtml(url)}">${hiddenFields(form)}<button>${write('withoutScript.continue')}</button></form>`
        : `<a class="button" href="${escapeHtml(url)}">${write('withoutScript.continue')}</a>`
      const body = `<p>${write('withoutScript.amount', { amount })}</p>${button}
<p><a href="${escapeHtml(back)}">${write('withoutScript.otherMethod')}</a></p>`
      return page(write('withoutScript.onward'), body, form ? new URL(url).origin : null)
    },
    notStarted: (back: string) => {
      const body = `<p>${write('withoutScript.notStarted')}</p>
<p><a class="button" href="${escapeHtml(back)}">${write('withoutScript.again')}</a></p>`
      return page(write('withoutScript.error'), body, null)
    },
  }
}

const hiddenFields = (form: Readonly<Record<string, string>>): string =>
  Object.entries(form)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')

function policyFor(formOrigin: string | null): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; form-action ${formOrigin ?? "'none'"}; base-uri 'none'; frame-ancestors 'none'`
}
