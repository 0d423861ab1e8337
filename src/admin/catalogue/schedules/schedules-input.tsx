import type { ReactNode } from 'react'
import { maxSchedules } from '../../../services/shared/stored-schedules.ts'
import { RowsInput } from '../../form/rows-input.tsx'
import { textOf } from '../../text.ts'
import type { EditedKind } from '../edited-kind.ts'
import { ScheduleRow } from './schedule-row.tsx'
import { blankSchedule, type TypedSchedule } from './typed.ts'

const t = textOf('schedules')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  rows: readonly TypedSchedule[]
  onChange: (rows: readonly TypedSchedule[]) => void
  edited: EditedKind
  currency: string
  /** Its schedules are ignored. */
  isGroupOnly: boolean
  /** The error of a field, by its place: '0.times'. */
  errorAt: (place: string) => string | undefined
}

export const SchedulesInput = ({ edited, currency, isGroupOnly, errorAt, ...field }: Props) => (
  <RowsInput
    {...field}
    blank={blankSchedule}
    firstPart="from"
    words={{ none: t(isGroupOnly ? 'groupOnly' : 'empty'), add: t('add') }}
    rowClass="grid grid-cols-1 gap-4"
    most={maxSchedules}
  >
    {(row, tools) => (
      <ScheduleRow
        row={row}
        tools={tools}
        id={`${field.id}-${tools.number - 1}`}
        priceFields={edited.priceFields}
        currency={currency}
        errorOf={(name) => errorAt(name === '' ? `${tools.number - 1}` : `${tools.number - 1}.${name}`)}
      />
    )}
  </RowsInput>
)
