import { ArrowRight } from 'lucide-react'
import type { KindShop, ShopService } from '../kind.ts'
import { promised } from '../shared/content-panels.tsx'
import { formatMinutes } from '../shared/duration.ts'
import { About, Facts, known, listOf, numberOf, panel, Section, Ticks, textOf } from '../shared/panels.tsx'
import { SpecFields } from '../shared/spec-fields.tsx'
import { termsPanels } from '../shared/terms-panel.ts'
import { bookingSpecs } from './booking-specs.ts'
import { strings } from './strings.ts'

const seats = ({ details }: ShopService): string => {
  const most = numberOf(details.max_passengers)
  return most === null ? '' : strings.seats(most)
}
const duration = ({ durationMinutes }: ShopService): string =>
  durationMinutes === null ? '' : formatMinutes(durationMinutes)

const facts = (service: ShopService): string[] =>
  known([
    textOf(service.details.transfer_type),
    duration(service),
    textOf(service.details.vehicle_type),
    seats(service),
    ...promised(service.details),
  ])

/** From where to where, and what the ride has (C131). */
function CardText({ service: { details } }: { service: ShopService }) {
  const [from = ''] = listOf(details.pickup_locations)
  const [to = ''] = listOf(details.dropoff_locations)
  return (
    <>
      {from === '' && to === '' ? null : (
        <dl className="mt-3 grid grid-cols-[1fr_auto_1fr] items-end gap-x-3 border-y border-dashed border-line py-2.5">
          <RouteEnd term={strings.from} place={from} />
          <ArrowRight aria-hidden="true" className="mirror mb-0.5 size-5 text-control" />
          <RouteEnd term={strings.to} place={to} />
        </dl>
      )}
      <ul aria-label={strings.features} className="ticks mt-3 gap-1 text-sm text-ink-2">
        {listOf(details.features).map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </>
  )
}

function RouteEnd({ term, place }: { term: string; place: string }) {
  return (
    <div className="min-w-0 self-stretch">
      <dt className="text-xs text-ink-2">{term}</dt>
      <dd className="line-clamp-3 leading-snug font-semibold">
        <bdi>{place}</bdi>
      </dd>
    </div>
  )
}

export const shop = {
  facts,
  card: { facts, Text: CardText, hidesPlace: true },
  pickupPlaces: ({ details }) => listOf(details.pickup_locations),
  panels: (service) => {
    const { details } = service
    return [
      panel(
        'overview',
        strings.overview,
        <>
          <About details={details} />
          <Section>
            <Facts
              rows={[
                [strings.from, listOf(details.pickup_locations).join(', ')],
                [strings.to, listOf(details.dropoff_locations).join(', ')],
                [strings.duration, duration(service)],
                [strings.vehicle, textOf(details.vehicle_type)],
                [strings.capacity, seats(service)],
              ]}
            />
            <p className="mt-4 text-ink-2">{strings.arriveEarly}</p>
          </Section>
        </>,
      ),
      panel(
        'features',
        strings.features,
        <>
          <Ticks items={details.features} />
          <Ticks title={strings.amenities} items={details.amenities} />
        </>,
      ),
      ...termsPanels(details),
    ]
  },
  BookingFields: ({ service, ...form }) => (
    <SpecFields
      {...form}
      specs={bookingSpecs}
      suggestions={{ dropoff_location: listOf(service.details.dropoff_locations) }}
    />
  ),
} satisfies KindShop
