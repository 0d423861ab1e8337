import sharedMessages from 'room-messages:services/shared/shop'
import messages from 'room-messages:services/tour/shop'
import type { KindShop } from '../kind.ts'
import { includedPanel, itineraryPanel, overviewPanel, policiesPanel } from '../shared/content-panels.tsx'
import { formatMinutes } from '../shared/duration.ts'
import { known, Passage, textOf, written } from '../shared/panels.tsx'
import { text } from './text.ts'

export const shop = {
  isPickupOptional: true,
  messages: [sharedMessages, messages],
  facts: (service) =>
    known([
      textOf(service.details.duration)
        ? written(service, 'duration')
        : service.durationMinutes !== null && formatMinutes(service.durationMinutes),
      written(service, 'languages'),
      service.details.has_pickup === true && text('shop.pickup'),
    ]),
  panels: ({ details, languages }) => [
    overviewPanel(
      details,
      <Passage title={text('shop.duration')} text={details.duration} lang={languages?.['details.duration']} />,
    ),
    includedPanel(details),
    itineraryPanel(details),
    policiesPanel(details),
  ],
} satisfies KindShop
