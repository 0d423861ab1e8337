import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BookingPrintouts } from '../booking-view/booking-printouts.tsx'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, printoutsQuery } from '../client/queries.ts'
import { useText } from '../intl/intl.tsx'
import { Section } from './section.tsx'

/** The next step leads here. */
export const documentsId = 'your-documents'

type HeldProps = { booking: BookingView; access: BookingAccess; refresh: () => void }

/** Only a browser needs the forms. */
const Documents = lazy(async () => ({ default: (await import('./documents-section.tsx')).DocumentsSection }))

export function BookingDocuments({ booking, access, refresh }: HeldProps) {
  const t = useText('myBooking')
  const isOpen = booking.booking_status === 'pending' || booking.booking_status === 'confirmed'
  if (booking.case_progress === null || !isOpen) return null
  return (
    <Section id={documentsId} title={t('documents')}>
      <Suspense fallback={<Skeleton className="h-36" />}>
        <Documents access={access} onChanged={refresh} />
      </Suspense>
    </Section>
  )
}

/** Voucher, invoice and calendar entry; the page goes on without them when they cannot be loaded. */
export function BookingPapers({ booking, access }: Omit<HeldProps, 'refresh'>) {
  const { api } = useShop()
  const { data } = useQuery(printoutsQuery(api, access))
  if (!data) return null
  return (
    <div className="mt-6">
      <BookingPrintouts booking={booking} access={access} />
    </div>
  )
}
