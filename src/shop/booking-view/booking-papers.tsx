import { CalendarPlus, Download, Share2, Ticket } from 'lucide-react'
import type { BookingView } from '../../modules/booking/index.ts'
import { paperLinks } from '../../modules/paper/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { longDay } from '../dates.ts'
import { useText } from '../intl.tsx'

/**
 * Papers to take along, and a message to fellow travellers. Plain links: they work without JavaScript, and the browser
 * shows the download. What is shared holds no token: it opens the booking's state only (D7). Pages that use it bring
 * the area `papers`.
 */
export function BookingPapers({ booking, token }: { booking: BookingView; token?: string | undefined }) {
  const t = useText('papers')
  const links = paperLinks({ ...booking, paid_minor: booking.paid_amount.minor }, token)
  const small = buttonClass({ variant: 'secondary', block: true })
  return (
    <section aria-labelledby="papers" className="grid gap-3">
      <h2 id="papers" className="text-xl">
        {t('title')}
      </h2>
      {links.voucher ? (
        <a href={links.voucher} download className={small}>
          <Ticket aria-hidden="true" /> {t('voucher')}
        </a>
      ) : null}
      <a href={links.invoice} download className={small}>
        <Download aria-hidden="true" /> {t('invoice')}
      </a>
      {links.calendar ? (
        <a href={links.calendar} download className={small}>
          <CalendarPlus aria-hidden="true" /> {t('calendar')}
        </a>
      ) : null}
      <a href={shareHref(t, booking)} target="_blank" rel="noopener noreferrer" className={small}>
        <Share2 aria-hidden="true" /> {t('share')}
      </a>
    </section>
  )
}

function shareHref(t: ReturnType<typeof useText<'papers'>>, booking: BookingView): string {
  const text = t('shareText', {
    title: booking.service_title,
    reference: booking.booking_reference,
    day: booking.travel_date ? longDay(booking.travel_date) : 'none',
  })
  return `https://wa.me/?${new URLSearchParams({ text })}`
}
