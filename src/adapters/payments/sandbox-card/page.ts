import { formatMoney, type Money } from '../../../kernel/money.ts'

/** The page has no scripts, and the CSP allows its one style sheet by hash. */
export const pageStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 2rem 1rem; display: grid; place-items: center; }
main { max-width: 30rem; width: 100%; overflow-wrap: anywhere; }
.note { border-left: .3rem solid #b45309; padding: .5rem 1rem; background: #fef3c7; color: #451a03; }
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

export function sandboxCardPage({ orderRef, amount, isOpen }: PageFacts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox card</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>Sandbox card</h1>
<p class="note" role="note"><strong>No money moves.</strong> This page stands in for a card provider.</p>
<p class="amount">${formatMoney(amount, { exact: true })}</p>
<p>Order ${orderRef}</p>
${isOpen ? form(orderRef) : '<p role="status">This order is closed. You can go back to the shop.</p>'}
</main>
</body>
</html>`
}

const form = (orderRef: string): string => `<form method="post" action="/sandbox-card/${orderRef}">
<fieldset>
<legend>How the provider reports it</legend>
<label><input type="checkbox" name="report_first" value="on"> Webhook before redirect</label>
<label><input type="checkbox" name="report_twice" value="on"> Send the webhook twice</label>
</fieldset>
<button class="pay" name="action" value="pay">Pay</button>
<button name="action" value="decline">Decline</button>
<button name="action" value="cancel">Cancel</button>
<button name="action" value="pay_late">Pay late</button>
</form>`
