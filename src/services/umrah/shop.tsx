import type { KindShop } from '../kind.ts'
import { formatDays } from '../shared/duration.ts'
import {
  Days,
  Facts,
  known,
  listOf,
  numberOf,
  Points,
  Policies,
  Prose,
  panel,
  Section,
  Ticks,
  textOf,
} from '../shared/panels.tsx'
import { strings } from './strings.ts'

export const shop = {
  facts: ({ details }) => {
    const days = numberOf(details.duration_days)
    const nights = numberOf(details.duration_nights)
    const people = numberOf(details.group_size_max)
    const city = textOf(details.departure_city)
    return known([
      days !== null && nights !== null && formatDays(days, nights),
      city !== '' && strings.from(city),
      textOf(details.hotel_category),
      people !== null && strings.upTo(people),
    ])
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
    panel('itinerary', strings.itinerary, <Days days={details.itinerary} none={strings.noItinerary} />),
    panel(
      'included',
      strings.included,
      <>
        <Ticks items={details.includes} />
        <Points title={strings.notIncluded} items={details.excludes} />
      </>,
    ),
    panel(
      'policies',
      strings.policies,
      <Policies policy={details.cancellation_policy} terms={details.terms_conditions} none={strings.noPolicy} />,
    ),
  ],
} satisfies KindShop
