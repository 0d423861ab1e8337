import { bookingRows, button, type Default, hello, p } from './template-parts.ts'
import { text } from './text.ts'

/** To customers with an open transfer whose account has changed ('new') or is no longer used ('off'). */
export const accountTemplate = (name: string, what: 'new' | 'off'): Default => ({
  name,
  subject: `bankAccount.${what}.subject`,
  body: [
    hello,
    (say) => `<p>${say(text(`bankAccount.${what}.intro`))} <strong>${say(text('bankAccount.stop'))}</strong></p>`,
    button(`bankAccount.${what}.button`, 'payment_url'),
    p('bankAccount.transferred'),
    bookingRows,
  ],
})
