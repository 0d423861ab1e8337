import { Badge } from '../../ui/badge.tsx'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { TravellersButton } from './answers-button.tsx'
import { type Booking, Panel, Rows } from './panel.tsx'
import { isTravelling, nameOf, text } from './traveller-names.ts'

const t = textOf('booking')
type Props = { booking: Booking }
/** Those who no longer travel come last. */
const inOrder = (travellers: Booking['travelers']) => [
  ...travellers.filter(isTravelling),
  ...travellers.filter((each) => !isTravelling(each)),
]

/** The travellers of a visa (A148). A single name is marked, so that staff do not make up a surname (D69). */
export function TravellersPanel({ booking, onDone }: Props & { onDone: () => void }) {
  if (booking.travelers.length === 0) return null
  return (
    <Panel id="travellers" title={t('travellers')}>
      <ol className="divide-y divide-line">
        {inOrder(booking.travelers).map((traveller) => (
          <li key={text(traveller.id)} className="grid gap-2 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {nameOf(traveller)} <Badge>{inWords(text(traveller.traveler_type))}</Badge>
              {isTravelling(traveller) ? null : <Badge tone="warn">{t('removed')}</Badge>}
              {traveller.is_single_name ? <Badge tone="warn">{t('singleName')}</Badge> : null}
            </p>
            <Rows
              rows={[
                [t('passport'), text(traveller.passport_number)],
                [t('passportExpiry'), text(traveller.passport_expiry)],
                [t('birthDate'), text(traveller.date_of_birth)],
                [t('arrival'), text(traveller.arrival_date)],
                [t('departure'), text(traveller.departure_date)],
              ]}
            />
          </li>
        ))}
      </ol>
      <TravellersButton booking={booking} onDone={onDone} />
    </Panel>
  )
}
