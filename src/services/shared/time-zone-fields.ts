import * as z from 'zod/mini'
import { isTimeZone } from '../../kernel/time-zone.ts'
import type { FieldSpec } from '../kind.ts'
import { text } from './text.ts'

const badZone = text('fields.time_zone_unknown')

/** The zone a service departs in, if not the agency's: notice, cut-off and "today" follow it. */
export const timeZone = () => ({
  time_zone: z._default(
    z.string(badZone).check(
      z.trim(),
      z.refine((name) => name === '' || isTimeZone(name), badZone),
    ),
    '',
  ),
})
export const timeZoneSpec = (group: FieldSpec['group'] = 'settings'): FieldSpec => ({
  name: 'time_zone',
  label: text('fields.time_zone'),
  group,
  input: 'text',
  hint: text('fields.time_zone_hint'),
})
