import type { KindShop, ShopService } from '../kind.ts'
import { itineraryPanel, policiesPanel } from '../shared/content-panels.tsx'
import { formatDays } from '../shared/duration.ts'
import { Facts, known, listOf, numberOf, Points, Prose, panel, Section, Ticks, textOf } from '../shared/panels.tsx'
import { strings } from './strings.ts'

const span = ({ details }: ShopService): string => {
  const days = numberOf(details.duration_days)
  const nights = numberOf(details.duration_nights)
  return days !== null && nights !== null ? formatDays(days, nights) : ''
}
const departure = ({ details }: ShopService): string => {
  const city = textOf(details.departure_city)
  return city === '' ? '' : strings.from(city)
}
const largestGroup = ({ details }: ShopService): string => {
  const people = numberOf(details.group_size_max)
  return people === null ? '' : strings.upTo(people)
}
const groupSize = ({ details }: ShopService): string => {
  const [least, most] = [numberOf(details.group_size_min), numberOf(details.group_size_max)]
  return least === null || most === null ? '' : strings.groupSize(least, most)
}

function CardText({ service: { details } }: { service: ShopService }) {
  const description = textOf(details.description)
  return description === '' ? null : <p className="mt-2 line-clamp-2 text-sm text-ink-2">{description}</p>
}

export const shop = {
  facts: (service) =>
    known([span(service), departure(service), textOf(service.details.hotel_category), largestGroup(service)]),
  card: {
    facts: (service) => known([span(service), departure(service), largestGroup(service)]),
    Text: CardText,
    defaultImage: 'kaaba-1',
  },
  pickupPlaces: ({ details }) => listOf(details.pickup_points),
  offer: {
    lead: ({ details, summary }) => textOf(details.short_description) || summary,
    highlights: (service) => known([span(service), departure(service), largestGroup(service)]),
    rows: (service) => [
      [strings.hotel, textOf(service.details.hotel_category)],
      [strings.transport, textOf(service.details.transportation_type)],
      [strings.group, groupSize(service)],
    ],
  },
  panels: ({ details }) => [
    panel(
      'overview',
      strings.overview,
      <>
        <Prose text={details.description} />
        {listOf(details.pickup_points).length > 0 || textOf(details.location) !== '' ? (
          <Section title={strings.details}>
            <Facts
              rows={[
                [strings.location, textOf(details.location)],
                [strings.pickupPoints, listOf(details.pickup_points).join(' · ')],
              ]}
            />
          </Section>
        ) : null}
        {textOf(details.special_notes) === '' ? null : (
          <Section title={strings.specialNotes}>
            <Prose text={details.special_notes} />
          </Section>
        )}
      </>,
    ),
    itineraryPanel(details),
    panel(
      'included',
      strings.included,
      <>
        <Ticks items={details.includes} />
        <Points title={strings.notIncluded} items={details.excludes} />
      </>,
    ),
    policiesPanel(details, { id: 'policies', title: strings.policies }),
  ],
} satisfies KindShop
