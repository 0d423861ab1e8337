import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { confirmationHref, trackingHref } from '../../modules/booking/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { TravellerLinks } from '../booking-documents/traveller-links.tsx'
import { useShop } from '../context.tsx'
import { useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { bookingQuery } from '../queries.ts'
import type { Booked } from './draft.ts'

/** The end of the wizard (C084): what is stored, whatever the address says; after pay_now the way to the papers (C099). */
export function SuccessStep({ booked, onUnpaid }: { booked: Booked; onUnpaid: () => void }) {
  const loading = useText('loading')
  const { api } = useShop()
  const { data: booking } = useQuery({ ...bookingQuery(api, booked), refetchOnMount: 'always' })
  const isOpen = booking !== undefined && booking.payment_status === 'pending' && booking.payment_method === null
  useEffect(() => {
    if (isOpen) onUnpaid()
  }, [isOpen, onUnpaid])
  if (!booking || isOpen) return <LoadingIndicator type="page" message={loading('page')} />
  return <Success booking={booking} booked={booked} />
}

function Success({ booking, booked }: { booking: BookingView; booked: Booked }) {
  const t = useText('visa')
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
