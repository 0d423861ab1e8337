import sharedMessages from 'room-messages:services/shared/shop'
import messages from 'room-messages:services/testing/cruise/shop'
import type { KindShop } from '../../kind.ts'
import { Facts, known, numberOf, panel, textOf } from '../../shared/panels.tsx'
import { text } from './text.ts'

const berthsOf = (berths: unknown) => {
  const count = numberOf(berths)
  return count === null ? '' : text('shop.berths', { count })
}

export const shop = {
  messages: [sharedMessages, messages],
  facts: ({ details }) => known([textOf(details.ship), berthsOf(details.berths)]),
  panels: ({ details }) => [
    panel(
      'overview',
      text('shop.overview'),
      <Facts
        rows={[
          [text('shop.ship'), textOf(details.ship)],
          [text('shop.cabins'), berthsOf(details.berths)],
        ]}
      />,
    ),
  ],
} satisfies KindShop
