import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarPlus, Download, Share2, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownDates } from '../../kernel/shown-dates.ts'
import type { BookingView } from '../../modules/booking/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, printoutsQuery } from '../client/queries.ts'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { useFreshLinks } from './use-fresh-links.ts'

const small = buttonClass({ variant: 'secondary', block: true })

/**
 * Voucher, invoice and calendar entry, and a message to fellow travellers. Plain links work without JavaScript. The
 * shared text holds no token: it opens only the booking's state (D7). Pages that use it load the area `papers`.
 */
export function BookingPrintouts({ booking, access }: { booking: BookingView; access: BookingAccess }) {
  const t = useText('papers')
  const { shortDayAndYear } = useDates()
  const { api } = useShop()
  const queryClient = useQueryClient()
  const query = printoutsQuery(api, access)
  const { data: links } = useSuspenseQuery(query)
  const opener = useFreshLinks()
  const freshLinks = () => queryClient.fetchQuery({ ...query, staleTime: 0 })
  const paper = (name: 'voucher' | 'invoice' | 'calendar', icon: ReactNode) => {
    const href = links[name]
    if (href === null) return null
    const again = async () => (await freshLinks())[name]
    return (
      <a href={href} download className={small} onClick={opener(href, again)}>
        {icon} {t(name)}
      </a>
    )
  }
  return (
    <section aria-labelledby="papers" className="grid gap-3 print:hidden">
      <h2 id="papers" className="text-xl">
        {t('title')}
      </h2>
      {paper('voucher', <Ticket aria-hidden="true" />)}
      {paper('invoice', <Download aria-hidden="true" />)}
      {links.credit_notes.map(({ id, number, href }) => {
        const again = async () => (await freshLinks()).credit_notes.find((note) => note.id === id)?.href ?? null
        return (
          <a key={id} href={href} download className={small} onClick={opener(href, again)}>
            <Download aria-hidden="true" /> {t('creditNote', { number })}
          </a>
        )
      })}
      {paper('calendar', <CalendarPlus aria-hidden="true" />)}
      <a href={shareHref(t, booking, shortDayAndYear)} target="_blank" rel="noopener noreferrer" className={small}>
        <Share2 aria-hidden="true" /> {t('share')}
      </a>
    </section>
  )
}

function shareHref(
  t: ReturnType<typeof useText<'papers'>>,
  booking: BookingView,
  shortDayAndYear: ShownDates['shortDayAndYear'],
): string {
  const text = t('shareText', {
    title: booking.service_title,
    reference: booking.booking_reference,
    day: booking.travel_date ? shortDayAndYear(booking.travel_date) : 'none',
  })
  return `https://wa.me/?${new URLSearchParams({ text })}`
}
