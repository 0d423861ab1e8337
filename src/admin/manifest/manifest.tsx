import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Download, PlaneTakeoff, Printer } from 'lucide-react'
import type * as z from 'zod'
import { addDays, agencyTimeZone, dateIn, formatTime, isLocalDate } from '../../kernel/dates.ts'
import type { manifest } from '../../modules/booking/contract.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { Amount, kindName } from '../labels.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'

const t = textOf('manifest')
type Departure = z.infer<typeof manifest>['departures'][number]
type Party = Departure['parties'][number]

const dayName = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Who leaves on a day, by departure: for guides and drivers, on paper or as a file. */
export function ManifestSection() {
  const asked = (useSearch({ strict: false }) as { day?: string }).day
  const day = isLocalDate(asked) ? asked : dateIn(agencyTimeZone, new Date())
  const list = useQuery({
    queryKey: ['manifest', day],
    queryFn: () => api.booking.admin.manifest({ day }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <title>{t('title')}</title>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
          <p className="text-ink-2">{dayName.format(new Date(`${day}T00:00:00Z`))}</p>
        </div>
        <DayChoice day={day} />
      </div>
      <LoadedList query={list} words={t}>
        {({ departures }) =>
          departures.length === 0 ? (
            <EmptyState icon={<PlaneTakeoff aria-hidden="true" />} title={t('none')} description={t('noneHint')} />
          ) : (
            <div className="grid grid-cols-1 gap-4">
              {departures.map((departure) => (
                <DepartureCard key={`${departure.service_id} ${departure.travel_time}`} departure={departure} />
              ))}
            </div>
          )
        }
      </LoadedList>
    </>
  )
}

function DayChoice({ day }: { day: string }) {
  const navigate = useNavigate()
  const go = (to: string) => void navigate({ to: '/admin/manifest', search: { day: to } as never, resetScroll: false })
  return (
    <div className="flex flex-wrap items-end gap-2 print:hidden">
      <Button variant="secondary" iconOnly aria-label={t('before')} onClick={() => go(addDays(day, -1))}>
        <ArrowLeft aria-hidden="true" />
      </Button>
      <Field label={t('day')}>
        <TextInput
          type="date"
          value={day}
          onChange={(event) => {
            if (isLocalDate(event.target.value)) go(event.target.value)
          }}
        />
      </Field>
      <Button variant="secondary" iconOnly aria-label={t('after')} onClick={() => go(addDays(day, 1))}>
        <ArrowRight aria-hidden="true" />
      </Button>
      <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      <a href={`/api/admin/manifest.csv?day=${day}`} download className={buttonClass({ variant: 'secondary' })}>
        <Download aria-hidden="true" /> {t('csv')}
      </a>
    </div>
  )
}

function DepartureCard({ departure }: { departure: Departure }) {
  const { service_title: title, service_type: type, travel_time: time, parties } = departure
  const id = `departure-${departure.service_id}-${time ?? ''}`
  return (
    <section className="card break-inside-avoid" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 pb-3 sm:px-5">
        <h2 id={id} className="text-lg">
          {time ? formatTime(time) : t('anyTime')} · {title}
        </h2>
        <p className="text-sm text-ink-2">
          {kindName(type)} · {guests(departure)}
        </p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {parties.map((party) => (
          <PartyRow key={party.id} party={party} />
        ))}
      </ul>
    </section>
  )
}

const guests = ({ adults, children, infants }: Pick<Party, 'adults' | 'children' | 'infants'>): string =>
  t('guests', { adults, children, infants })

const PartyRow = ({ party }: { party: Party }) => (
  <li className="grid grid-cols-1 gap-x-4 gap-y-1 px-4 py-3 wrap-anywhere sm:px-5 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,3fr)_auto] print:grid-cols-[2fr_2fr_3fr_auto]">
    <p>
      <span className="block font-semibold">{party.customer_name}</span>
      {party.customer_phone ? (
        <a href={`tel:${party.customer_phone}`}>
          <bdi>{party.customer_phone}</bdi>
        </a>
      ) : null}
    </p>
    <p>
      <span className="block">{guests(party)}</span>
      <span className="block text-sm text-ink-2">{party.travellers.join(', ')}</span>
    </p>
    <p className="text-sm">
      {party.pickup_location ? <span className="block">{t('pickup', { place: party.pickup_location })}</span> : null}
      {party.selected_language ? (
        <span className="block">{t('language', { language: party.selected_language })}</span>
      ) : null}
      {party.special_requests ? <span className="block text-ink-2">{party.special_requests}</span> : null}
    </p>
    <p className="md:text-end">
      <Link
        to="/admin/bookings"
        search={{ booking: party.id } as never}
        className="block font-semibold text-primary-strong pointer-coarse:py-2.5"
      >
        {party.booking_reference}
      </Link>
      {party.to_collect ? (
        <strong>
          {t('collect')}: <Amount value={party.to_collect} />
        </strong>
      ) : (
        <span className="text-ink-2">{t('paid')}</span>
      )}
    </p>
  </li>
)
