import messages from 'room-messages:services/ok-to-board/shop'
import sharedMessages from 'room-messages:services/shared/shop'
import type { KindShop } from '../kind.ts'
import { Facts, known, Points, Prose, panel, Ticks, textOf } from '../shared/panels.tsx'
import { termsPanels } from '../shared/terms-panel.ts'
import { text } from './text.ts'

export const shop = {
  messages: [sharedMessages, messages],
  facts: ({ details }) => known([textOf(details.processing_time)]),
  panels: ({ details, languages }) => [
    panel(
      'overview',
      text('shop.overview'),
      <>
        <Prose text={details.description} />
        <Facts
          rows={[
            [text('shop.processingTime'), textOf(details.processing_time), languages?.['details.processing_time']],
          ]}
        />
      </>,
    ),
    panel('features', text('shop.features'), <Ticks items={details.features} />),
    panel('requirements', text('shop.requirements'), <Points items={details.requirements} />),
    ...termsPanels(details),
  ],
} satisfies KindShop
