import messages from 'room-messages:services/ok-to-board/shop'
import sharedMessages from 'room-messages:services/shared/shop'
import type { KindShop } from '../kind.ts'
import { Facts, known, Points, Prose, panel, Ticks, written } from '../shared/panels.tsx'
import { termsPanels } from '../shared/terms-panel.ts'
import { text } from './text.ts'

export const shop = {
  messages: [sharedMessages, messages],
  facts: (service) => known([written(service, 'processing_time')]),
  panels: (service) => [
    panel(
      'overview',
      text('shop.overview'),
      <>
        <Prose text={service.details.description} />
        <Facts rows={[[text('shop.processingTime'), ...written(service, 'processing_time')]]} />
      </>,
    ),
    panel('features', text('shop.features'), <Ticks items={service.details.features} />),
    panel('requirements', text('shop.requirements'), <Points items={service.details.requirements} />),
    ...termsPanels(service.details),
  ],
} satisfies KindShop
