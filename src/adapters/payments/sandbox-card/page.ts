import { escapeHtml } from '../../../kernel/html.ts'
import { factsOf, type Language } from '../../../kernel/language.ts'
import type { Say, Text } from '../../../kernel/messages.ts'
import { formatMoney, type Money } from '../../../kernel/money.ts'
import { text } from './text.ts'

/** The page has no scripts, and the CSP allows its one style sheet by hash. */
export const pageStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 2rem 1rem; display: grid; place-items: center; }
main { max-width: 30rem; width: 100%; overflow-wrap: anywhere; }
.note { border-inline-start: .3rem solid #b45309; padding: .5rem 1rem; background: #fef3c7; color: #451a03; }
.amount { font-size: 2rem; font-weight: 700; margin: .5rem 0; }
fieldset { border: 1px solid #94a3b8; border-radius: .5rem; margin: 1rem 0; }
label { display: block; padding: .35rem 0; }
input { width: 1.1rem; height: 1.1rem; vertical-align: middle; }
button { font: inherit; width: 100%; min-height: 2.75rem; margin: .3rem 0; border-radius: .5rem; cursor: pointer;
  border: 2px solid #1d4ed8; background: #fff; color: #1e3a8a; }
button.pay { background: #1d4ed8; color: #fff; font-weight: 700; }
button:focus-visible, input:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
`

export type PageFacts = { readonly orderRef: string; readonly amount: Money; readonly isOpen: boolean }
type Reader = { readonly language: Language; readonly say: Say }
type Write = (message: Text) => string

export function sandboxCardPage({ orderRef, amount, isOpen }: PageFacts, { language, say }: Reader): string {
  const write: Write = (message) => escapeHtml(say(message))
  return `<!doctype html>
<html lang="${language}" dir="${factsOf(language).direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${write(text('label'))}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${write(text('label'))}</h1>
<p class="note" role="note"><strong>${write(text('page.noMoney'))}</strong> ${write(text('page.standsIn'))}</p>
<p class="amount"><bdi dir="ltr">${formatMoney(amount, { exact: true })}</bdi></p>
<p>${write(text('page.order', { order: orderRef }))}</p>
${isOpen ? form(orderRef, write) : `<p role="status">${write(text('page.closed'))}</p>`}
</main>
</body>
</html>`
}

const form = (orderRef: string, write: Write): string => `<form method="post" action="/sandbox-card/${orderRef}">
<fieldset>
<legend>${write(text('page.reports'))}</legend>
<label><input type="checkbox" name="report_first" value="on"> ${write(text('page.reportFirst'))}</label>
<label><input type="checkbox" name="report_twice" value="on"> ${write(text('page.reportTwice'))}</label>
</fieldset>
<button class="pay" name="action" value="pay">${write(text('page.pay'))}</button>
<button name="action" value="decline">${write(text('page.decline'))}</button>
<button name="action" value="cancel">${write(text('page.cancel'))}</button>
<button name="action" value="pay_late">${write(text('page.payLate'))}</button>
</form>`
