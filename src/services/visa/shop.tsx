import sharedMessages from 'room-messages:services/shared/shop'
import documentMessages from 'room-messages:services/visa/documents'
import messages from 'room-messages:services/visa/shop'
import type { Text } from '../../kernel/messages.ts'
import { Guilloche } from '../../ui/patterns.tsx'
import type { KindShop, ShopService } from '../kind.ts'
import { includedPanel, overviewPanel } from '../shared/content-panels.tsx'
import { Facts, known, numberOf, Points, panel, textOf, written } from '../shared/panels.tsx'
import { text } from './text.ts'

const estimate = ({ details }: ShopService): Text => {
  const days = numberOf(details.estimated_days)
  return days === null ? '' : text('shop.estimatedDays', { count: days })
}

export const shop = {
  messages: [sharedMessages, messages, documentMessages],
  ageLabels: { adults: text('shop.ages.adults'), children: text('shop.ages.children') },
  // The processing time as text, else the estimated days (C072).
  facts: (service) => known([written(service, 'processing_time'), estimate(service)]).slice(0, 1),
  panels: (service) => {
    const { details } = service
    return [
      overviewPanel(details),
      panel(
        'requirements',
        text('shop.requirements'),
        <Points title={text('shop.readyList')} items={details.requirements} />,
      ),
      includedPanel(details),
      panel(
        'processing',
        text('shop.processing'),
        <Facts
          rows={[
            [text('shop.processingTime'), ...written(service, 'processing_time')],
            [text('shop.estimate'), estimate(service)],
          ]}
        />,
      ),
    ]
  },
  Cover: ({ service }) => {
    const { details, languages, title } = service
    return (
      <div className="has-pattern relative grid min-h-48 content-end gap-1 overflow-clip bg-night p-6 text-on-night md:rounded-lg">
        <Guilloche />
        <p className="relative text-on-night-2">
          <bdi lang={languages?.['details.country']}>{textOf(details.country)}</bdi> ·{' '}
          <bdi lang={languages?.['details.visa_type']}>{textOf(details.visa_type)}</bdi>
        </p>
        <p className="relative font-display text-3xl font-bold" lang={languages?.title}>
          {title}
        </p>
      </div>
    )
  },
} satisfies KindShop
