import * as z from 'zod/mini'
import type { FieldSpec } from '../kind.ts'
import { readCoordinates, writeCoordinates } from './coordinates.ts'
import { line } from './inputs.ts'
import { text } from './text.ts'

const badCoordinates = text('fields.badCoordinates')

const coordinates = () =>
  z._default(
    z.pipe(
      z.string(badCoordinates).check(z.trim(), z.maxLength(60, badCoordinates)),
      z.transform((typed, context) => {
        const point = readCoordinates(typed)
        if (typed !== '' && !point) context.issues.push({ code: 'custom', message: badCoordinates, input: typed })
        return point ? writeCoordinates(point) : ''
      }),
    ),
    '',
  )

/** Where travellers meet the agency, or enter. */
export const meetingPoint = () => ({ meeting_point: line(500), meeting_coordinates: coordinates() })
export const meetingPointSpecs: readonly FieldSpec[] = [
  {
    name: 'meeting_point',
    label: text('fields.meeting_point'),
    group: 'content',
    input: 'textarea',
    hint: text('fields.meeting_point_hint'),
    translatable: true,
  },
  {
    name: 'meeting_coordinates',
    label: text('fields.meeting_coordinates'),
    group: 'content',
    input: 'text',
    hint: text('fields.meeting_coordinates_hint'),
  },
]
