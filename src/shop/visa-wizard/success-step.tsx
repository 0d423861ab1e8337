import texts from 'shop-messages:confirmation,states'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { confirmationHref, trackingHref } from '../../modules/booking/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { usePaymentCheck } from '../booking-confirmation/use-payment-check.ts'
import { TravellerLinks } from '../booking-documents/traveller-links.tsx'
import { CheckingNotice } from '../booking-view/booking-badges.tsx'
import { useShop } from '../client/context.tsx'
import { bookingQuery, paymentPageQuery } from '../client/queries.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink } from '../routing/link.tsx'
import type { Booked } from './draft.ts'

addMessages(texts)

/**
 * The end of the wizard (C084): shows the stored state, whatever the address says. After pay_now it leads to the
 * documents (C099).
 */
export function SuccessStep({ booked, onUnpaid }: { booked: Booked; onUnpaid: () => void }) {
  const { api } = useShop()
  const { data, isFetchedAfterMount } = useQuery({ ...bookingQuery(api, booked), refetchOnMount: 'always' })
  // Data from before the payment is outdated.
  return data && isFetchedAfterMount ? <Outcome booking={data} booked={booked} onUnpaid={onUnpaid} /> : <Waiting />
}

type OutcomeProps = { booking: BookingView; booked: Booked; onUnpaid: () => void }

/** Asks the provider again before sending anyone back to pay. */
function Outcome({ booking, booked, onUnpaid }: OutcomeProps) {
  const isChecking = usePaymentCheck(booking, booked)
  const isOpen = booking.payment_status === 'pending' && booking.payment_method === null && !isChecking
  const { data: payment } = useQuery(paymentPageQuery(useShop().api, booked))
  const isUnpaid = isOpen && payment !== undefined && payment.attempt?.state !== 'processing'
  useEffect(() => {
    if (isUnpaid) onUnpaid()
  }, [isUnpaid, onUnpaid])
  if (booking.payment_checking) return <CheckingNotice booking={booking} />
  return isOpen || isChecking ? <Waiting /> : <Success booking={booking} booked={booked} />
}

function Waiting() {
  return <LoadingIndicator type="page" message={useText('confirmation')('checking')} />
}

function Success({ booking, booked }: { booking: BookingView; booked: Booked }) {
  const t = useMailText('visa')
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const isPaid = booking.payment_status === 'completed'
  const isFilled = booking.details.booking_option === 'fill_and_pay'
  const text = !isPaid ? 'dueText' : isFilled ? 'fillText' : 'payText'
  return (
    <div className="grid gap-5">
      <div className="text-center">
        <CircleCheck aria-hidden="true" className="mx-auto size-14 text-success" />
        <h3 ref={head} tabIndex={-1} className="mt-3 text-2xl outline-none">
          {isPaid ? t('success.paid') : t('success.received')}
        </h3>
        <p className="mt-2 wrap-anywhere text-ink-2">{t(`success.${text}`, { email: booking.customer_email })}</p>
      </div>
      <p className="flex flex-wrap items-center justify-center gap-x-2">
        <span className="text-sm text-ink-2">{t('success.reference')}</span>
        <bdi className="font-display text-xl font-bold tabular-nums">{booking.booking_reference}</bdi>
        <CopyButton
          value={booking.booking_reference}
          label={t('success.copyReference')}
          copiedLabel={t('success.copied')}
          iconOnly
        />
      </p>
      {isPaid && !isFilled ? <TravellerLinks access={booked} /> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <ShopLink
          href={confirmationHref(booked.bookingId, booked.token)}
          className={buttonClass({ size: 'lg', block: true })}
        >
          {t('success.see')}
        </ShopLink>
        <ShopLink
          href={trackingHref(booked.bookingId, booked.token)}
          className={buttonClass({ variant: 'secondary', size: 'lg', block: true })}
        >
          {t('success.track')}
        </ShopLink>
      </div>
    </div>
  )
}
