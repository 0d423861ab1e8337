import booked from 'room-messages:services/*/booked'
import texts from 'shop-messages:confirmation,states,timeline,bookingFacts,bookingMissing,lines,papers,issued,nextStep,checkout'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { BookingView } from '../../modules/booking/index.ts'
import { paymentHref, trackingHref } from '../../modules/booking/index.ts'
import { findKind } from '../../services/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useSay } from '../../ui/say.tsx'
import { useReturnPlace } from '../booking-payment/return-place.ts'
import { useBookingAccess } from '../booking-view/booking-access.ts'
import { BookingBadge, PaymentBadge } from '../booking-view/booking-badges.tsx'
import { FactList, useCustomerRows, useTripRows } from '../booking-view/booking-facts.tsx'
import { BookingMissing } from '../booking-view/booking-missing.tsx'
import { BookingPrintouts } from '../booking-view/booking-printouts.tsx'
import { BookingTerms } from '../booking-view/booking-terms.tsx'
import { BookingTimeline } from '../booking-view/booking-timeline.tsx'
import { CheckoutSteps } from '../booking-view/checkout-steps.tsx'
import { IssuedDocuments } from '../booking-view/issued-documents.tsx'
import { NextStep } from '../booking-view/next-step.tsx'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, bookingQuery } from '../client/queries.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { hrefOf } from '../routing/search.ts'
import { ConfirmationHead, isPaidOnArrival, outcomeOf } from './confirmation-head.tsx'
import { NextSteps } from './next-steps.tsx'
import { PaymentLines } from './payment-lines.tsx'
import { usePaymentCheck } from './use-payment-check.ts'

addMessages(texts)
addMessages(booked)

export function BookingConfirmationPage() {
  const access = useBookingAccess()
  const { isMissing } = usePage()
  return access && !isMissing ? <FoundBooking access={access} /> : <BookingMissing />
}

function FoundBooking({ access }: { access: BookingAccess }) {
  const { api } = useShop()
  const { data: booking } = useSuspenseQuery(bookingQuery(api, access))
  const isChecking = usePaymentCheck(booking, access)
  useReturnPlace(access.bookingId, false)
  return <Confirmation booking={booking} access={access} isChecking={isChecking} />
}

/** The page itself says the rest: to pay, to wait, and that all is done. */
const announced: readonly string[] = ['upload', 'replace', 'send-proof', 'pay-difference']

type ConfirmationProps = { booking: BookingView; access: BookingAccess; isChecking: boolean }

function Confirmation({ booking, access, isChecking }: ConfirmationProps) {
  const t = useText('confirmation')
  const { api } = useShop()
  const queryClient = useQueryClient()
  const againIssued = async () =>
    (await queryClient.fetchQuery({ ...bookingQuery(api, access), staleTime: 0 })).issued_documents
  // Customers are not sent to pay again while a payment may still come in.
  const isDue = isPaymentDue(booking) && !isChecking
  const step = checkoutStepOf(booking)
  return (
    <div className="wide max-w-5xl py-8">
      <PageHead title={t('title')} isPrivate />
      {step ? <CheckoutSteps current={step} className="mb-5" /> : null}
      <ConfirmationHead booking={booking} isChecking={isChecking} />
      {announced.includes(booking.next_step.step) ? (
        <NextStep booking={booking} access={access} again={againIssued} className="mt-6" />
      ) : null}
      <div className="mt-8 grid items-start gap-8 print:block lg:grid-cols-[minmax(0,1fr)_20rem]">
        <BookingPass booking={booking} />
        <div className="grid min-w-0 gap-6 print:mt-8">
          <IssuedDocuments issued={booking.issued_documents} again={againIssued} />
          <NextSteps booking={booking} />
          <div className="grid gap-3 print:hidden">
            {isDue ? (
              <ShopLink
                href={paymentHref(access.bookingId, access.token)}
                className={buttonClass({ size: 'lg', block: true })}
              >
                {t('payNow')}
              </ShopLink>
            ) : null}
            <AnotherLink booking={booking} access={access} isMain={!isDue} />
            <ShopLink
              href={trackingHref(access.bookingId, access.token)}
              className={buttonClass({ variant: 'quiet', block: true })}
            >
              {t('track')}
            </ShopLink>
          </div>
          <BookingPrintouts booking={booking} access={access} />
        </div>
      </div>
    </div>
  )
}

/** The last step of a new booking; null once it has ended. */
function checkoutStepOf(booking: BookingView): 'payment' | 'done' | null {
  if (['cancelled', 'completed', 'refunded'].includes(outcomeOf(booking))) return null
  return isPaymentDue(booking) ? 'payment' : 'done'
}

/** Something is left to pay, neither on arrival nor by a transfer under review. */
const isPaymentDue = (booking: BookingView): boolean =>
  ['unpaid', 'failed'].includes(outcomeOf(booking)) && booking.final_amount.minor > 0

type AnotherLinkProps = { booking: BookingView; access: BookingAccess; isMain: boolean }

/**
 * 'Book Another Tour' or the like (C231). A kind booked per passenger continues with this booking's flight and contact
 * (C232).
 */
function AnotherLink({ booking, access, isMain }: AnotherLinkProps) {
  const say = useSay()
  const kind = findKind(booking.service_type)
  if (!kind) return null
  return (
    <ShopLink
      href={kind.isSingle ? hrefOf(kind.listHref, { ...access }) : kind.listHref}
      className={buttonClass({ variant: isMain ? 'primary' : 'secondary', size: 'lg', block: true })}
    >
      {say(kind.labels.bookAnother)}
    </ShopLink>
  )
}

function BookingPass({ booking }: { booking: BookingView }) {
  const t = useText('confirmation')
  const trip = useTripRows(booking)
  const customer = useCustomerRows(booking)
  return (
    <PassCard as="section" aria-label={t('booking')} stub={<PaymentLines booking={booking} />}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-ink-2">{t('reference')}</p>
          <p className="flex flex-wrap items-center gap-x-1">
            <bdi className="font-display text-2xl font-bold tracking-tight tabular-nums">
              {booking.booking_reference}
            </bdi>
            <CopyButton
              value={booking.booking_reference}
              label={t('copyReference')}
              copiedLabel={t('copied')}
              iconOnly
            />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <BookingBadge status={booking.booking_status} />
          <PaymentBadge booking={booking} />
          {isPaidOnArrival(booking) ? <Badge tone="info">{t('onArrival')}</Badge> : null}
        </div>
      </div>
      <h2 className="mt-5 mb-3">
        <ShopLink
          href={booking.service_href}
          className="text-ink hover:underline"
          lang={booking.languages?.service_title}
        >
          {booking.service_title}
        </ShopLink>
      </h2>
      <FactList rows={trip} />
      <h3 className="mt-6 mb-3">{t('customer')}</h3>
      <FactList rows={customer} />
      <BookingTerms booking={booking} />
      <h3 className="mt-6 mb-4">{t('timeline')}</h3>
      <BookingTimeline entries={booking.timeline} />
    </PassCard>
  )
}
