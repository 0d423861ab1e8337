import sharedMessages from 'room-messages:services/shared/shop'
import type { KindShop } from '../kind.ts'
import { includedPanel, itineraryPanel, overviewPanel, policiesPanel } from '../shared/content-panels.tsx'
import { formatDays } from '../shared/duration.ts'
import { known, numberOf } from '../shared/panels.tsx'

export const shop = {
  messages: [sharedMessages],
  facts: ({ details }) => {
    const days = numberOf(details.days)
    const nights = numberOf(details.nights)
    return known([days !== null && nights !== null && formatDays(days, nights)])
  },
  panels: ({ details }) => [
    overviewPanel(details),
    includedPanel(details),
    itineraryPanel(details),
    policiesPanel(details),
  ],
} satisfies KindShop
