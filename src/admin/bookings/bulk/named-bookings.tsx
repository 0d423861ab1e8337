import type { ConfirmPreview } from '../../../modules/booking/index.ts'
import { textOf } from '../../text.ts'
import { bookingHref } from '../filters.ts'

const t = textOf('bulkBookings')
type Props = ConfirmPreview['unpaid'] & { title: string }

/** Links open in another tab, so that the question stays. */
export const NamedBookings = ({ title, count, first }: Props) => (
  <details className="rounded-lg bg-sunken px-4 text-ink">
    <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{title}</summary>
    <ul className="grid gap-1 pb-3 wrap-anywhere">
      {first.map(({ id, booking_reference: reference, customer_name: name }) => (
        <li key={id}>
          <a href={bookingHref(reference)} target="_blank" rel="noreferrer" className="text-primary-strong underline">
            {reference}
          </a>
          , <bdi>{name}</bdi>
        </li>
      ))}
      {count > first.length ? <li className="text-ink-2">{t('others', { count: count - first.length })}</li> : null}
    </ul>
  </details>
)
