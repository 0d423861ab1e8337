/** Panels and facts of what several kinds are described by (content.ts), in the same words. */
import type { ReactNode } from 'react'
import type { Details } from '../kind.ts'
import { About, Days, Points, Policies, panel, Ticks } from './panels.tsx'

/** `more` stands below the highlights. */
export const overviewPanel = (details: Details, more?: ReactNode) =>
  panel(
    'overview',
    'Overview',
    <>
      <About details={details} />
      <Ticks title="Highlights" items={details.highlights} />
      {more}
    </>,
  )

export const includedPanel = (details: Details) =>
  panel(
    'included',
    "What's Included",
    <>
      <Ticks items={details.whats_included} />
      <Points title="Not included" items={details.exclusions} />
    </>,
  )

export const itineraryPanel = (details: Details) =>
  panel(
    'itinerary',
    'Itinerary',
    <Days days={details.itinerary} none="The detailed itinerary will be provided after booking confirmation." />,
  )

export const policiesPanel = (details: Details, { id, title } = { id: 'cancellation', title: 'Cancellation' }) =>
  panel(
    id,
    title,
    <Policies
      policy={details.cancellation_policy}
      terms={details.terms_conditions}
      none="Standard cancellation and refund policies apply. Contact us for more details."
    />,
  )

export const promised = (details: Details): readonly (string | false)[] => [
  details.instant_confirmation === true && 'Instant confirmation',
  details.free_cancellation === true && 'Free cancellation',
]
