// The stored fields of items for groups. What the first means is in stored-schedules.ts; the second offers a message.
import type { FieldSpec } from '../kind.ts'
import { onOff } from './inputs.ts'
import { text } from './text.ts'

export const groupFields = () => ({
  group_departures_only: onOff(false),
  on_request: onOff(false),
})

export const groupSpecs: readonly FieldSpec[] = [
  {
    name: 'group_departures_only',
    label: text('fields.group_departures_only'),
    group: 'schedules',
    input: 'switch',
    default: false,
    hint: text('fields.group_departures_only_hint'),
  },
  {
    name: 'on_request',
    label: text('fields.on_request'),
    group: 'schedules',
    input: 'switch',
    default: false,
    hint: text('fields.on_request_hint'),
  },
]
