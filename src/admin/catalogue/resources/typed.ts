/** The resources of an item as typed in the editor, valid or not. Pure. */
import type { StoredResource } from '../../../services/shared/stored-resources.ts'

export interface TypedResource {
  readonly resource_id: string
  readonly minutes: string
  readonly setup_minutes: string
  readonly turnaround_minutes: string
}
export const blankResource: TypedResource = { resource_id: '', minutes: '', setup_minutes: '', turnaround_minutes: '' }

const written = (minutes: number | null): string => (minutes ? String(minutes) : '')
export const typedResource = (stored: StoredResource): TypedResource => ({
  resource_id: stored.resource_id,
  minutes: written(stored.minutes),
  setup_minutes: written(stored.setup_minutes),
  turnaround_minutes: written(stored.turnaround_minutes),
})

const numberIn = (typed: string, empty: number | null): unknown => {
  const text = typed.trim()
  if (text === '') return empty
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}
/** The values to send; text that is not a number stays text, so that the kind's schema reports it at its field. */
export const readTypedResource = (typed: TypedResource): Readonly<Record<string, unknown>> => ({
  resource_id: typed.resource_id,
  minutes: numberIn(typed.minutes, null),
  setup_minutes: numberIn(typed.setup_minutes, 0),
  turnaround_minutes: numberIn(typed.turnaround_minutes, 0),
})
export const resourceWords = (typed: TypedResource): string => Object.values(typed).filter(Boolean).join(' ')
