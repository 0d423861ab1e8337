import messages from '../messages/en.json' with { type: 'json' }
import { bodyOf } from './open-page.ts'

const amount = String.raw`(?:[₹$€£]|د\.إ\s?|\b[A-Z]{3}[\s\u00a0])-?\d[\d,]*(?:\.\d+)?`
const amounts = new RegExp(amount, 'g')
/** '≈ €39.86 (AED 159.00)': an amount in a sentence, and in parentheses what is charged. */
const besideOriginal = new RegExp(`(≈\\s${amount}) \\((${amount})\\)`, 'g')
/** The sentences that say what a customer is about to be charged, in the currency of the charge. */
const charging = [messages.payment.converted, messages.payment.pay, messages.payment.action.pay].map(
  (sentence) => new RegExp(sentence.replace('.', '\\.').replace('{price}', amount), 'g'),
)
const decoded = (html: string) => html.replaceAll('&nbsp;', '\u00a0').replaceAll('&amp;', '&')

const symbols: Readonly<Record<string, string>> = { INR: '₹', USD: '$', EUR: '€', GBP: '£' }
const isIn = (currency: string) => (text: string) => text.startsWith(symbols[currency] ?? currency)

/**
 * The amounts of a page that are not in the chosen currency and have no right to be in another: neither small beneath an
 * amount in the chosen currency, nor in parentheses behind it, nor in a sentence about the charge itself.
 */
export function strayAmounts(html: string, chosen: string): readonly string[] {
  const text = decoded(
    bodyOf(html)
      .replace(/<(style|svg)[\s\S]*?<\/\1>/g, ' ')
      .replace(/<bdi[^>]* class="price-own"[^>]*>[^<]*<\/bdi>/g, ' ')
      .replace(/<([a-z]+)[^>]* data-charged=""[^>]*>[\s\S]*?<\/\1>/g, ' ')
      .replace(/<\/?(bdi|span|b)\b[^>]*>/g, '')
      .replace(/<[^>]+>/g, '\n'),
  ).replace(besideOriginal, '$1')
  const rest = charging.reduce((left, sentence) => left.replace(sentence, ' '), text)
  return (rest.match(amounts) ?? []).filter((amount) => !isIn(chosen)(amount))
}

/** How many amounts the page shows in the chosen currency. */
export const amountsIn = (html: string, chosen: string): number =>
  (
    decoded(bodyOf(html))
      .replace(/<[^>]+>/g, ' ')
      .match(amounts) ?? []
  ).filter(isIn(chosen)).length
