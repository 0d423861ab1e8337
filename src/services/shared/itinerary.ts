import * as z from 'zod/mini'
import { text } from './text.ts'

export interface ItineraryDay {
  readonly title: string
  readonly description: string
  /** Umrah days may list activities in place of a description (C116). */
  readonly activities?: readonly string[]
}

const word = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

function readDay(value: unknown): ItineraryDay | null {
  if (typeof value === 'string') return { title: value.trim(), description: '' }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { title, description, activities } = value as Record<string, unknown>
  const listed = Array.isArray(activities) ? activities : typeof activities === 'string' ? activities.split('\n') : []
  const trimmed = listed.map(word).filter((activity) => activity !== '')
  return { title: word(title), description: word(description), ...(trimmed.length > 0 && { activities: trimmed }) }
}

const isBlank = (day: ItineraryDay) => day.title === '' && day.description === '' && day.activities === undefined

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Converts an object with a `days` list, its JSON text, or a list into one array of days (C048, D152); blank days are
 * dropped. `null` for anything else.
 */
export function readItinerary(value: unknown): ItineraryDay[] | null {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return value.trim() === '' ? [] : readParsed(parseJson(value))
  return readParsed(value)
}

function readParsed(value: unknown): ItineraryDay[] | null {
  const days = Array.isArray(value) ? value : ((value as { days?: unknown } | null | undefined)?.days ?? null)
  if (!Array.isArray(days) || days.length > 120) return null
  const parsed = days.map(readDay)
  return parsed.every((day) => day !== null) ? parsed.filter((day) => !isBlank(day)) : null
}

export const itinerary = () =>
  z._default(
    z.pipe(
      z.unknown(),
      z.transform((value, context): ItineraryDay[] => {
        const days = readItinerary(value)
        if (days === null) context.issues.push({ code: 'custom', message: text('fields.days'), input: value })
        return days ?? []
      }),
    ),
    [],
  )
