import type { KindShop } from '../kind.ts'
import { formatMinutes } from '../shared/duration.ts'
import { About, Days, known, listOf, Points, Policies, panel, Section, Ticks, textOf } from '../shared/panels.tsx'
import { strings } from './strings.ts'

export const shop = {
  facts: ({ details, durationMinutes }) => {
    const languages = listOf(details.languages)
    return known([
      textOf(details.duration) || (durationMinutes !== null && formatMinutes(durationMinutes)),
      languages.length > 0 && languages.join(', '),
      details.has_pickup === true && strings.pickup,
      details.instant_confirmation === true && strings.instant,
      details.free_cancellation === true && strings.freeCancellation,
    ])
  },
  panels: ({ details }) => [
    panel(
      'overview',
      strings.overview,
      <>
        <About details={details} />
        <Ticks title={strings.highlights} items={details.highlights} />
        {textOf(details.duration) === '' ? null : (
          <Section title={strings.duration}>
            <p>{textOf(details.duration)}</p>
          </Section>
        )}
      </>,
    ),
    panel(
      'included',
      strings.included,
      <>
        <Ticks items={details.whats_included} />
        <Points title={strings.notIncluded} items={details.exclusions} />
      </>,
    ),
    panel('itinerary', strings.itinerary, <Days days={details.itinerary} none={strings.noItinerary} />),
    panel(
      'cancellation',
      strings.cancellation,
      <Policies policy={details.cancellation_policy} terms={details.terms_conditions} none={strings.noPolicy} />,
    ),
  ],
} satisfies KindShop
