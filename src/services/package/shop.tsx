import type { KindShop } from '../kind.ts'
import { formatDays } from '../shared/duration.ts'
import { About, Days, known, numberOf, Points, Policies, panel, Ticks } from '../shared/panels.tsx'
import { strings } from './strings.ts'

export const shop = {
  facts: ({ details }) => {
    const days = numberOf(details.days)
    const nights = numberOf(details.nights)
    return known([
      days !== null && nights !== null && formatDays(days, nights),
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
