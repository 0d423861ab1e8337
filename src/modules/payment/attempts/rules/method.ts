import type { Language } from '../../../../kernel/language.ts'
import { forAnswer, type Text } from '../../../../kernel/messages.ts'
import { hasDepartures } from '../../../../services/shared/party.ts'
import type { ShownWords } from '../../gateways/rules/translated-words.ts'
import type { ProviderDescription } from '../../port.ts'
import { text } from '../../text.ts'
import type { Charge } from './charge.ts'

export type Method = {
  name: string
  label: string
  type: 'api' | 'manual'
  means: ProviderDescription['means']
  badge: string
  brands: string[]
  manual_instructions: string
  languages?: { label?: Language; manual_instructions?: Language }
  next: string
  charge: { minor: number; currency: string }
  isConverted: boolean
  popup?: { type: string; script: string; name: string }
  needsOrigins?: boolean
}
type Departing = Parameters<typeof hasDepartures>[0]
/** Cash is paid to the staff who meet the travellers. Nobody meets those of a visa or a clearance. */
export const fitsKind = ({ isDueOnArrival }: ProviderDescription, kind: Departing | undefined): boolean =>
  !isDueOnArrival || (kind !== undefined && hasDepartures(kind))

const previewLength = 100

/** A payment method as shown on the payment page (C199, C200). */
export function describeMethod(described: ProviderDescription, words: ShownWords, charge: Charge): Method {
  const isManual = described.type === 'manual'
  const shown = described.shownIn?.(charge.amount.currency) ?? described
  return {
    name: described.name,
    label: words.display_name || forAnswer(shown.label),
    type: described.type,
    means: described.means,
    badge: forAnswer(text(isManual ? 'page.manual' : 'page.instant')),
    brands: shown.brands.map(forAnswer),
    manual_instructions: isManual ? words.manual_instructions.trim() : '',
    ...(words.languages && { languages: languagesOf(words.languages) }),
    next: forAnswer(whatNext(described)),
    charge: charge.amount,
    isConverted: charge.isConverted,
    ...(described.popup && { popup: { ...described.popup } }),
    ...(described.origins && { needsOrigins: true }),
  }
}

const languagesOf = ({ display_name: label, manual_instructions }: NonNullable<ShownWords['languages']>) => ({
  ...(label && { label }),
  ...(manual_instructions && { manual_instructions }),
})

/** What happens after the customer has pressed the button. */
function whatNext({ isDueOnArrival, type, popup, supplier }: ProviderDescription): Text {
  if (isDueOnArrival) return text('page.next.arrival')
  if (type === 'manual') return text('page.next.transfer')
  if (popup) return text('page.next.popup', { name: popup.name })
  return supplier ? text('page.next.supplier', { name: supplier }) : text('page.next.page')
}

/** Shortens instructions to 100 characters, without splitting a surrogate pair. */
export function previewOf(instructions: string): string {
  const line = instructions.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= previewLength ? line : `${characters.slice(0, previewLength - 1).join('')}…`
}
