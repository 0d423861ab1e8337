import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { isReturningOf, startOf } from './change-draft.ts'
import { StartFields } from './change-start.tsx'
import type { Booking } from './panel.tsx'
import type { ChangeForm } from './use-change.ts'

const t = textOf('changeBooking')
type Props = {
  booking: Booking
  form: ChangeForm
  /** The item is sold with a return trip. */
  isOffered: boolean
}

/** The return trip: its start, and whether there is one. The button comes first, so that Tab leads on to the fields. */
export function ReturnTrip({ booking, form: { draft, errors, change }, isOffered }: Props) {
  const { return_leg: booked } = booking
  const isReturning = isReturningOf(booking, draft)
  if (booked === null && !isReturning && !isOffered) return null
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="group-legend">{t('returnLeg')}</legend>
      {isReturning ? null : <p className="text-ink-2">{t(booked ? 'returnEnds' : 'oneWay')}</p>}
      <div>
        <Button variant="secondary" size="sm" onClick={() => change({ isReturning: !isReturning })}>
          {t(booked ? (isReturning ? 'endReturn' : 'keepReturn') : isReturning ? 'noReturn' : 'addReturn')}
        </Button>
      </div>
      {isReturning ? (
        <StartFields
          {...{ booking, booked: startOf(booked), start: draft.returning ?? startOf(booked) }}
          errors={{ date: errors.return_leg_date, time: errors.return_leg_time }}
          onChange={(returning) => change({ returning })}
          first={(draft.outbound ?? startOf(booking)).date}
        />
      ) : null}
    </fieldset>
  )
}
