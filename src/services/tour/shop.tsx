import sharedMessages from 'room-messages:services/shared/shop'
import messages from 'room-messages:services/tour/shop'
import { joined } from '../../kernel/messages.ts'
import type { KindShop } from '../kind.ts'
import { includedPanel, itineraryPanel, overviewPanel, policiesPanel, promised } from '../shared/content-panels.tsx'
import { formatMinutes } from '../shared/duration.ts'
import { known, listOf, Passage, textOf } from '../shared/panels.tsx'
import { text } from './text.ts'

export const shop = {
  isPickupOptional: true,
  messages: [sharedMessages, messages],
  facts: ({ details, durationMinutes }) =>
    known([
      textOf(details.duration) || (durationMinutes !== null && formatMinutes(durationMinutes)),
      joined(listOf(details.languages)),
      details.has_pickup === true && text('shop.pickup'),
      ...promised(details),
    ]),
  panels: ({ details }) => [
    overviewPanel(details, <Passage title={text('shop.duration')} text={details.duration} />),
    includedPanel(details),
    itineraryPanel(details),
    policiesPanel(details),
  ],
} satisfies KindShop
