import texts from 'shop-messages:deadlines'
import { CalendarCheck2, CalendarX2 } from 'lucide-react'
import { dateIn } from '../../kernel/dates.ts'
import { termsOf } from '../../services/shared/cancellation.ts'
import { deadlinesAhead } from '../../services/shared/cancellation-deadlines.ts'
import { joinClasses } from '../../ui/class-names.ts'
import type { BookingForm } from '../booking-form/use-booking-form.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { usePlace, useShownMoment } from './moment.ts'

addMessages(texts)

/** For the chosen day: until when cancellation is free, and the refund after that (C057, C121). */
export function CancellationDeadlines({ form }: { form: BookingForm }) {
  return (
    <div aria-live="polite" className="mt-4 grid gap-1 text-sm empty:hidden">
      <ChosenDay form={form} />
    </div>
  )
}

function ChosenDay({ form: { service, draft, wrong, now } }: { form: BookingForm }) {
  const shownMoment = useShownMoment()
  const t = useText('deadlines')
  const { timeZone, timeRequired } = service.schedule
  const place = usePlace(timeZone)
  const terms = termsOf(service.details)
  if (!terms || !now || !draft.date || wrong.travel_date) return null
  const time = wrong.travel_time ? null : draft.time || null
  const ahead = deadlinesAhead(terms, { day: draft.date, time, needsTime: timeRequired }, dateIn(timeZone, now))
  const [first, ...later] = ahead
  if (!first) return <Line isFree={false}>{t('nothing')}</Line>
  const until = t('onClock', { until: shownMoment(first.day, first.time), place })
  return (
    <>
      <Line isFree={first.percent === 100}>
        {first.percent === 100 ? t('free', { until }) : t('part', { percent: first.percent, until })}
      </Line>
      {later.map((step) => (
        <p key={step.day} className="ps-6.5 text-ink-2">
          {t('then', { percent: step.percent, until: shownMoment(step.day, step.time) })}
        </p>
      ))}
    </>
  )
}

function Line({ isFree, children }: { isFree: boolean; children: string }) {
  const Icon = isFree ? CalendarCheck2 : CalendarX2
  return (
    <p className={joinClasses('flex items-start gap-2 font-medium', isFree ? 'text-success' : 'text-ink-2')}>
      <Icon aria-hidden="true" className="mt-px size-4.5 flex-none" />
      {children}
    </p>
  )
}
