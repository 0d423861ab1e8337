import type { KindShop, ShopService } from '../kind.ts'
import { formatMinutes } from '../shared/duration.ts'
import { Facts, known, listOf, numberOf, Prose, panel, Section, Ticks, textOf } from '../shared/panels.tsx'
import { SpecFields } from '../shared/spec-fields.tsx'
import { bookingSpecs } from './booking-specs.ts'
import { strings } from './strings.ts'

const seats = ({ details }: ShopService): string => {
  const most = numberOf(details.max_passengers)
  return most === null ? '' : strings.seats(most)
}
const duration = ({ durationMinutes }: ShopService): string =>
  durationMinutes === null ? '' : formatMinutes(durationMinutes)

export const shop = {
  facts: (service) => {
    const { details } = service
    return known([
      textOf(details.transfer_type),
      duration(service),
      textOf(details.vehicle_type),
      seats(service),
      details.instant_confirmation === true && strings.instant,
    ])
  },
  panels: (service) => {
    const { details } = service
    return [
      panel(
        'overview',
        strings.overview,
        <>
          <Prose text={textOf(details.overview) || details.description} />
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
