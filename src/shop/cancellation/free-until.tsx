import texts from 'shop-messages:deadlines'
import type { LocalDate } from '../../kernel/dates.ts'
import type { BookingView } from '../../modules/booking/index.ts'
import { endOfDay } from '../../services/shared/cancellation-deadlines.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { usePlace, useShownMoment } from './moment.ts'

addMessages(texts)

type Props = { day: LocalDate | null; start: Pick<BookingView, 'travel_date' | 'travel_time' | 'time_zone'> }

/** 'Free cancellation until Sat 12 Dec 2026, 11:59 PM (Dubai time)', where the item offers it (C057). */
export function FreeUntil({ day, start }: Props) {
  const shownMoment = useShownMoment()
  const t = useText('deadlines')
  const place = usePlace(start.time_zone)
  if (!day) return null
  const time = day === start.travel_date && start.travel_time ? start.travel_time : endOfDay
  const until = t('onClock', { until: shownMoment(day, time), place })
  return <p className="mt-2 text-sm font-medium text-success">{t('free', { until })}</p>
}
