import sharedMessages from 'room-messages:services/shared/shop'
import specMessages from 'room-messages:services/shared/specs'
import messages from 'room-messages:services/testing/cruise/shop'
import type { BookingFieldsProps, KindShop } from '../../kind.ts'
import { Facts, known, numberOf, panel, textOf } from '../../shared/panels.tsx'
import { SpecFields } from '../../shared/spec-fields.tsx'
import { bookingSpecs } from './booking-specs.ts'
import { text } from './text.ts'

const berthsOf = (berths: unknown) => {
  const count = numberOf(berths)
  return count === null ? '' : text('shop.berths', { count })
}

export const shop = {
  messages: [sharedMessages, specMessages, messages],
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
  BookingFields: (props: BookingFieldsProps) => <SpecFields {...props} specs={bookingSpecs} />,
} satisfies KindShop
