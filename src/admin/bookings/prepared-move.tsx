import { useState } from 'react'
import { formatMoney } from '../../kernel/money.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { clockTime } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import type { Booking } from './panel.tsx'

const t = textOf('moveBooking')

/** A move that waits for the payment of its difference. The payment panel has the link. */
export function PreparedMove({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { prepared_move: move } = booking
  const end = useAction(
    () => api.booking.admin.keepDeparture({ bookingId: booking.id }),
    { done: t(move?.changes_party ? 'endedChange' : 'ended'), failed: t('endFailed') },
    onDone,
    () => setAsking(false),
  )
  if (!move) return null
  const [outbound = '', back] = [move, move.return_leg].map(
    (leg) => leg && [leg.travel_date, leg.travel_time && clockTime(leg.travel_time)].filter(Boolean).join(' '),
  )
  const start = back ? t('withReturn', { start: outbound ?? '', back }) : (outbound ?? '')
  const difference = formatMoney(move.difference, { exact: true })
  const keep = t(move.changes_party ? 'endChange' : 'endMove')
  return (
    <Notice tone="info" title={t(move.changes_party ? 'waitingChange' : 'waiting', { start, difference })}>
      <p>{t('waitingText', { until: dateTime(move.until) })}</p>
      <Button variant="secondary" size="sm" className="mt-2" onClick={() => setAsking(true)}>
        {keep}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t(move.changes_party ? 'endChangeTitle' : 'endTitle')}
          confirm={keep}
          isPending={end.isPending}
          fault={end.fault}
          onConfirm={end.run}
          onClose={() => setAsking(false)}
        >
          <p>{move.changes_party ? t('endChangeText') : t('endText', { start })}</p>
        </ConfirmDialog>
      ) : null}
    </Notice>
  )
}
