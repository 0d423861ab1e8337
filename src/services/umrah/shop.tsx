import sharedMessages from 'room-messages:services/shared/shop'
import messages from 'room-messages:services/umrah/shop'
import type { Text } from '../../kernel/messages.ts'
import type { KindShop, ShopService } from '../kind.ts'
import { itineraryPanel, policiesPanel } from '../shared/content-panels.tsx'
import { formatDays } from '../shared/duration.ts'
import {
  Facts,
  known,
  listOf,
  numberOf,
  Passage,
  Points,
  Prose,
  panel,
  Section,
  Ticks,
  textOf,
  written,
} from '../shared/panels.tsx'
import { text } from './text.ts'

const span = ({ details }: ShopService): Text => {
  const days = numberOf(details.duration_days)
  const nights = numberOf(details.duration_nights)
  return days !== null && nights !== null ? formatDays(days, nights) : ''
}
const departure = ({ details }: ShopService): Text => {
  const city = textOf(details.departure_city)
  return city === '' ? '' : text('shop.from', { city })
}
const largestGroup = ({ details }: ShopService): Text => {
  const people = numberOf(details.group_size_max)
  return people === null ? '' : text('shop.upTo', { count: people })
}
const groupSize = ({ details }: ShopService): Text => {
  const [min, max] = [numberOf(details.group_size_min), numberOf(details.group_size_max)]
  return min === null || max === null ? '' : text('shop.groupSize', { min, max })
}

function CardText({ service: { details, languages } }: { service: ShopService }) {
  const description = textOf(details.description)
  return description === '' ? null : (
    <p className="mt-2 line-clamp-2 text-sm text-ink-2 [.mixed-row_&]:hidden" lang={languages?.['details.description']}>
      {description}
    </p>
  )
}

export const shop = {
  messages: [sharedMessages, messages],
  facts: (service) =>
    known([span(service), departure(service), written(service, 'hotel_category'), largestGroup(service)]),
  card: {
    facts: (service) => known([span(service), departure(service), largestGroup(service)]),
    Text: CardText,
    defaultImage: 'kaaba-1',
  },
  pickupPlaces: ({ details }) => listOf(details.pickup_points),
  offer: {
    lead: ({ details, summary }) =>
      textOf(details.short_description) === ''
        ? [summary, 'summary']
        : [textOf(details.short_description), 'details.short_description'],
    highlights: (service) => known([span(service), departure(service), largestGroup(service)]),
    rows: (service) => [
      [text('shop.hotel'), ...written(service, 'hotel_category')],
      [text('shop.transport'), ...written(service, 'transportation_type')],
      [text('shop.group'), groupSize(service)],
    ],
  },
  panels: ({ details, languages }) => [
    panel(
      'overview',
      text('shop.overview'),
      <>
        <Prose text={details.description} />
        {listOf(details.pickup_points).length > 0 || textOf(details.location) !== '' ? (
          <Section title={text('shop.details')}>
            <Facts
              rows={[
                [text('shop.location'), textOf(details.location), languages?.['details.location']],
                [
                  text('shop.pickupPoints'),
                  listOf(details.pickup_points).join(' · '),
                  languages?.['details.pickup_points'],
                ],
              ]}
            />
          </Section>
        ) : null}
        <Passage title={text('shop.specialNotes')} text={details.special_notes} />
      </>,
    ),
    itineraryPanel(details),
    panel(
      'included',
      text('shop.included'),
      <>
        <Ticks items={details.includes} />
        <Points title={text('shop.notIncluded')} items={details.excludes} />
      </>,
    ),
    policiesPanel(details, { id: 'policies', title: text('shop.policies') }),
  ],
} satisfies KindShop
