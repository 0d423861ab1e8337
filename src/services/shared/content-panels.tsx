import type { ReactNode } from 'react'
import type { Text } from '../../kernel/messages.ts'
import type { Details } from '../kind.ts'
import { About, Days, Points, Policies, panel, Ticks } from './panels.tsx'
import { text } from './text.ts'

/** `more` is rendered below the highlights. */
export const overviewPanel = (details: Details, more?: ReactNode) =>
  panel(
    'overview',
    text('shop.panels.overview'),
    <>
      <About details={details} />
      <Ticks title={text('shop.panels.highlights')} items={details.highlights} />
      {more}
    </>,
  )

export const includedPanel = (details: Details) =>
  panel(
    'included',
    text('shop.panels.included'),
    <>
      <Ticks items={details.whats_included} />
      <Points title={text('shop.panels.notIncluded')} items={details.exclusions} />
    </>,
  )

export const itineraryPanel = (details: Details) =>
  panel(
    'itinerary',
    text('shop.panels.itinerary'),
    <Days days={details.itinerary} none={text('shop.panels.noItinerary')} />,
  )

type PanelName = { readonly id: string; readonly title: Text }
const cancellation: PanelName = { id: 'cancellation', title: text('shop.panels.cancellation') }

export const policiesPanel = (details: Details, { id, title }: PanelName = cancellation) =>
  panel(
    id,
    title,
    <Policies
      policy={details.cancellation_policy}
      terms={details.terms_conditions}
      none={text('shop.panels.noPolicy')}
    />,
  )
