// The stored field of items that are sold by group departure. What it means is in stored-schedules.ts.
import type { FieldSpec } from '../kind.ts'
import { onOff } from './inputs.ts'
import { text } from './text.ts'

export const groupFields = () => ({ group_departures_only: onOff(false) })

export const groupSpecs: readonly FieldSpec[] = [
  {
    name: 'group_departures_only',
    label: text('fields.group_departures_only'),
    group: 'schedules',
    input: 'switch',
    default: false,
    hint: text('fields.group_departures_only_hint'),
  },
]
