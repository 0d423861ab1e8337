import type { BookingView } from '../../modules/booking/index.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { useDates, useShownInstant } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { Section } from './section.tsx'

/** The stages of a visa or a clearance, with their times and the expected day of the decision. */
export function CaseStages({ booking }: { booking: BookingView }) {
  const { shortDayAndYear } = useDates()
  const t = useText('myBooking')
  const words = useText('timeline')
  const shownInstant = useShownInstant()
  const { case_progress: progress, booking_status: status, payment_status: payment } = booking
  if (!progress || status === 'cancelled') return null
  const next = progress.stages.findIndex(({ is_done: isDone }) => !isDone)
  const steps = progress.stages.map(({ stage, is_done: isReached, at }, place) => {
    // A clearance may end without a document for the customer.
    const isDone = isReached || status === 'completed'
    const state = isDone ? 'done' : place === next ? 'current' : 'upcoming'
    // Work on an application starts once it is paid.
    const isNow = state === 'current' && (payment === 'completed' || stage === 'received')
    const expected = stage === 'decided' && !isDone && progress.expected_by
    return {
      key: stage,
      state,
      title: t(isNow ? `stages.now.${stage}` : `stages.${stage}`),
      time: at ? <time dateTime={at}>{shownInstant(at)}</time> : null,
      body: expected ? (
        <p className="text-sm text-ink-2">{t('stages.expected', { day: shortDayAndYear(expected) })}</p>
      ) : null,
      stateLabel: state === 'upcoming' ? words('next') : words(state),
    } as const
  })
  return (
    <Section id="your-application" title={t('stages.title')}>
      <Timeline steps={steps} />
    </Section>
  )
}
