import type { ProviderDescription } from '../port.ts'
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
const previewLength = 100

/** A way to pay, as the payment page offers it (C199, C200). */
export function describeMethod(described: ProviderDescription, instructions: string, charge: Charge): Method {
  const isManual = described.type === 'manual'
  return {
    name: described.name,
    label: described.label,
    type: described.type,
    badge: isManual ? 'Manual' : 'Instant',
    brands: [...described.brands],
    manual_instructions: isManual ? instructions.trim() : '',
    charge: charge.amount,
    isConverted: charge.isConverted,
    ...(described.popup && { popup: { ...described.popup } }),
    ...(described.origins && { needsOrigins: true }),
  }
}

/** At most 100 characters, never half of one that takes two places. */
export function previewOf(instructions: string): string {
  const line = instructions.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= previewLength ? line : `${characters.slice(0, previewLength - 1).join('')}…`
}
