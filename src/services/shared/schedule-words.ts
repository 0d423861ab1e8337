// Names a schedule and its field in the message of an error.
import type { Message, MessageString, Text } from '../../kernel/messages.ts'
import type { StoredSchedule } from './stored-schedules.ts'
import { text } from './text.ts'

type Shown = keyof StoredSchedule
/** The message of an error at 'details.schedules.2.times', with the schedule and the field that it is about. */
export function inSchedule(path: string, message: Text): Text {
  const [, row, field] = /\bschedules\.(\d+)(?:\.([a-z_]+))?/.exec(path) ?? []
  if (row === undefined) return message
  const values = { row: Number(row) + 1, message: message as Message }
  return field !== undefined && field in fieldLabels
    ? text('fields.schedules.inField', { ...values, field: fieldLabels[field as Shown] })
    : text('fields.schedules.inRow', values)
}
const fieldLabels: Readonly<Record<Shown, MessageString>> = {
  from: text('fields.schedules.row.from'),
  to: text('fields.schedules.row.to'),
  weekdays: text('fields.schedules.row.weekdays'),
  starts: text('fields.schedules.row.starts'),
  times: text('fields.schedules.row.times'),
  hours: text('fields.schedules.row.hours'),
  capacity: text('fields.schedules.row.capacity'),
  cut_off_hours: text('fields.schedules.row.cut_off_hours'),
  prices: text('fields.schedules.row.prices'),
}
