import { type BookingView, reviewHref, type TimelineEntry } from '../../modules/booking/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { PaymentLines } from '../booking-confirmation/payment-lines.tsx'
import { ChangeBooking } from '../booking-move/change-booking.tsx'
import { BookingBadge, CheckingNotice, PaymentBadge } from '../booking-view/booking-badges.tsx'
import { FactList, useCustomerRows, useTripRows } from '../booking-view/booking-facts.tsx'
import { BookingTerms } from '../booking-view/booking-terms.tsx'
import { BookingTimeline } from '../booking-view/booking-timeline.tsx'
import { HoldNotice } from '../booking-view/hold-notice.tsx'
import { type Issued, IssuedDocuments } from '../booking-view/issued-documents.tsx'
import { NextStep } from '../booking-view/next-step.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink } from '../routing/link.tsx'
import { BookingDocuments, BookingPapers, documentsId } from './booking-sections.tsx'
import { CancelBooking } from './cancel-booking.tsx'
import { CaseStages } from './case-stages.tsx'
import { MailLink } from './mail-link.tsx'
import { MessageAgency } from './message-agency.tsx'
import { Section } from './section.tsx'
import type { Tracking } from './tracking.ts'

type Shown = Pick<
  BookingView,
  | 'booking_reference'
  | 'booking_status'
  | 'payment_status'
  | 'payment_checking'
  | 'is_partly_refunded'
  | 'service_title'
  | 'languages'
>

type Held = {
  /** Reads the issued documents again, with fresh links. */
  again: () => Promise<readonly Issued[]>
  refresh: () => void
  /** Of the link that opened the booking. */
  token: string | undefined
}

/** With the reference alone: states, title, date and timeline (C236). With the email address or a link: everything. */
export function TrackingCard({ result, ...held }: { result: Tracking } & Held) {
  return result.access === 'full' ? <FullCard result={result} {...held} /> : <StatusCard result={result} />
}

function CardHead({ shown }: { shown: Shown }) {
  const t = useText('tracker')
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-sm text-ink-2">{t('reference')}</p>
          <bdi className="font-display text-2xl font-bold tracking-tight tabular-nums">{shown.booking_reference}</bdi>
        </div>
        <div className="flex flex-wrap gap-2">
          <BookingBadge status={shown.booking_status} />
          <PaymentBadge booking={shown} />
        </div>
      </div>
      <h2 className="mt-4 mb-3" lang={shown.languages?.service_title}>
        {shown.service_title}
      </h2>
      <CheckingNotice booking={shown} className="mb-4" />
    </>
  )
}

function StatusCard({ result }: { result: Extract<Tracking, { access: 'status' }> }) {
  const { shortDayAndYear } = useDates()
  const t = useText('bookingFacts')
  const more = useText('tracker')
  return (
    <PassCard as="section" aria-label={more('result')} stub={<Steps entries={result.timeline} />}>
      <CardHead shown={result} />
      <FactList
        rows={[
          [t('date'), result.travel_date && `${shortDayAndYear(result.travel_date)} ${result.day_note}`],
          [t('return'), result.return_date && shortDayAndYear(result.return_date)],
        ]}
      />
      <p className="mt-4 text-sm text-ink-2">{more('moreWithEmail')}</p>
    </PassCard>
  )
}

type FullCardProps = Held & { result: Extract<Tracking, { access: 'full' }> }

function FullCard({ result: { booking, review_token, can_act: canAct }, again, refresh, token }: FullCardProps) {
  const t = useText('tracker')
  const trip = useTripRows(booking)
  const customer = useCustomerRows(booking)
  const [my, next] = [useMailText('myBooking'), useText('nextStep')]
  const mailed = { reference: booking.booking_reference, email: booking.customer_email }
  const access = canAct ? { bookingId: booking.id, token } : null
  const held = access && { booking, access, refresh }
  return (
    <PassCard as="section" aria-label={t('result')} stub={<Steps entries={booking.timeline} />}>
      <NextStep
        {...{ booking, access, again, documentsId }}
        reviewToken={review_token}
        locked={
          <div className="grid gap-3">
            <p>{my('link.needed')}</p>
            <MailLink {...mailed} isMain />
          </div>
        }
        className="mb-5"
      />
      <CardHead shown={booking} />
      <IssuedDocuments issued={booking.issued_documents} again={again} className="mb-6" />
      <HoldNotice hold={booking.hold} className="mb-4" />
      <FactList rows={trip} />
      <div className="mt-6">
        <PaymentLines booking={booking} />
      </div>
      {held ? <BookingDocuments {...held} /> : null}
      <CaseStages booking={booking} />
      {access ? <BookingPapers booking={booking} access={access} /> : null}
      <h2 className="mt-6 mb-3 text-xl">{t('customer')}</h2>
      <FactList rows={customer} />
      {booking.booking_status === 'completed' && booking.next_step.step !== 'review' ? (
        <ShopLink
          href={reviewHref(booking.id, review_token ?? undefined)}
          className={buttonClass({ variant: 'secondary' }, 'mt-6')}
        >
          {next('review.button')}
        </ShopLink>
      ) : null}
      <ChangeBooking booking={booking} token={token} onMoved={refresh} />
      <CancelBooking booking={booking} access={access} refresh={refresh} />
      <BookingTerms booking={booking} isWhole={canAct} />
      <MessageAgency booking={booking} access={access} />
      {access ? (
        <Section id="booking-link" title={my('link.heading')}>
          <MailLink {...mailed} />
        </Section>
      ) : null}
    </PassCard>
  )
}

function Steps({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useText('tracker')
  return (
    <>
      <h3 className="mb-4">{t('timeline')}</h3>
      <BookingTimeline entries={entries} />
    </>
  )
}
