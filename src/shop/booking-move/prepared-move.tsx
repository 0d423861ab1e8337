import { useState } from 'react'
import { paymentHref } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useShownInstant } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { useMoney } from '../money/use-money.ts'
import { ShopLink } from '../routing/link.tsx'
import { useStartText } from './start-text.ts'
import type { MoveAccess } from './use-move.ts'

/** A move whose difference is to be paid: pay it, or keep the booked date. */
export function PreparedMove({ booking, token, onMoved }: MoveAccess) {
  const startText = useStartText()
  const t = useText('changeBooking')
  const { say: sayMoney, show } = useMoney()
  const shownInstant = useShownInstant()
  const { place } = useChrome()
  const { prepared_move: move, payment_checking: isChecking } = booking
  if (!move) return null
  const [start, back] = [move, move.return_leg].map(
    (leg) => leg?.travel_date && startText({ date: leg.travel_date, time: leg.travel_time }),
  )
  const day = back ? t('withReturn', { start: start ?? '', back }) : (start ?? '')
  return (
    <Notice
      tone="info"
      role="status"
      title={t(move.changes_party ? 'changeTitle' : 'preparedTitle', { day, difference: sayMoney(move.difference) })}
      className="mb-3"
    >
      <p>{t('preparedText', { time: shownInstant(move.until), place })}</p>
      {isChecking ? null : (
        <div className="mt-3 flex flex-wrap gap-2">
          <ShopLink href={paymentHref(booking.id, token)} className={buttonClass()}>
            {t('payDifference', { difference: show(move.difference, true).text })}
          </ShopLink>
          <KeepDate booking={booking} token={token} onMoved={onMoved} />
        </div>
      )}
    </Notice>
  )
}

/** Asks first, because the new places go back on sale. */
function KeepDate({ booking, token, onMoved }: MoveAccess) {
  const t = useText('changeBooking')
  const { api } = useShop()
  const [state, setState] = useState<'closed' | 'asking' | 'sending'>('closed')
  const [fault, setFault] = useState('')
  const keep = async () => {
    setState('sending')
    setFault('')
    try {
      await api.booking.keepDeparture({ bookingId: booking.id, token })
      onMoved()
    } catch (error) {
      setFault(readProblem(error).message || t('notKept'))
      setState('asking')
    }
  }
  if (state === 'closed')
    return (
      <Button variant="secondary" onClick={() => setState('asking')}>
        {t('keepDate')}
      </Button>
    )
  return (
    <div className="grid basis-full gap-2">
      <p>{t('keepQuestion')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" loading={state === 'sending'} onClick={() => void keep()}>
          {t('keepConfirm')}
        </Button>
        <Button variant="secondary" onClick={() => setState('closed')}>
          {t('keepBack')}
        </Button>
      </div>
      {fault ? (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      ) : null}
    </div>
  )
}
