import { foldText } from '../../kernel/fold-text.ts'
import type { StaffArea } from '../../kernel/staff.ts'
import { beginsWith } from '../begins-with.ts'

/** What the palette starts on a booking: the page of the booking presses its button with this `data-do`. */
export const bookingActions = [
  { key: 'refund', area: 'refunds' },
  { key: 'change', area: 'bookings' },
  { key: 'cancel', area: 'bookings' },
  { key: 'notes', area: 'bookings' },
  { key: 'upload', area: 'bookings' },
  { key: 'task', area: 'bookings' },
] as const satisfies readonly { key: string; area: StaffArea }[]
export type BookingAction = (typeof bookingActions)[number]['key']

type Named = { readonly key: BookingAction; readonly name: string }
/** Minimum letters of an action's name: 'ref' is Refund. */
const minLetters = 3

/**
 * Reads 'refund TH2611' as an action and the booking it is for. `named` has the actions that the user may do; the name
 * may be unfinished once another word follows it.
 */
export function readBookingAction(typed: string, named: readonly Named[]): { action: Named; rest: string } | null {
  const [, verb = '', rest = ''] = /^\s*(\S+)\s+(\S.*)$/s.exec(typed) ?? []
  if (verb.length < minLetters) return null
  const action = named.find(({ name }) => beginsWith(foldText(name), foldText(verb)))
  return action ? { action, rest: rest.trim() } : null
}
