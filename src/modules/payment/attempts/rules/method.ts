import { forAnswer } from '../../../../kernel/messages.ts'
import { hasDepartures } from '../../../../services/shared/party.ts'
import type { ProviderDescription } from '../../port.ts'
import { text } from '../../text.ts'
import type { Charge } from './charge.ts'

export type Method = {
  name: string
  label: string
  type: 'api' | 'manual'
  badge: string
  brands: string[]
  manual_instructions: string
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
export function describeMethod(described: ProviderDescription, instructions: string, charge: Charge): Method {
  const isManual = described.type === 'manual'
  return {
    name: described.name,
    label: forAnswer(described.label),
    type: described.type,
    badge: forAnswer(text(isManual ? 'page.manual' : 'page.instant')),
    brands: described.brands.map(forAnswer),
    manual_instructions: isManual ? instructions.trim() : '',
    charge: charge.amount,
    isConverted: charge.isConverted,
    ...(described.popup && { popup: { ...described.popup } }),
    ...(described.origins && { needsOrigins: true }),
  }
}

/** Shortens instructions to 100 characters, without splitting a surrogate pair. */
export function previewOf(instructions: string): string {
  const line = instructions.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= previewLength ? line : `${characters.slice(0, previewLength - 1).join('')}…`
}
