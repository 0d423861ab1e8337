import { RadioCards } from '../../ui/choices.tsx'
import { Guilloche } from '../../ui/patterns.tsx'
import type { KindShop, ShopService } from '../kind.ts'
import { includedPanel, overviewPanel } from '../shared/content-panels.tsx'
import { Facts, known, numberOf, Points, panel, textOf } from '../shared/panels.tsx'
import { strings } from './strings.ts'

/** The processing time in words, else the estimated days (C072). */
function processing({ details }: ShopService): string {
  const days = numberOf(details.estimated_days)
  return textOf(details.processing_time) || (days === null ? '' : strings.estimatedDays(days))
}

export const shop = {
  ageLabels: strings.ages,
  facts: (service) => known([processing(service)]),
  panels: (service) => {
    const { details } = service
    const days = numberOf(details.estimated_days)
    return [
      overviewPanel(details),
      panel('requirements', strings.requirements, <Points title={strings.readyList} items={details.requirements} />),
      includedPanel(details),
      panel(
        'processing',
        strings.processing,
        <Facts
          rows={[
            [strings.processingTime, textOf(details.processing_time)],
            [strings.estimate, days === null ? '' : strings.estimatedDays(days)],
          ]}
        />,
      ),
    ]
  },
  Cover: ({ service }) => {
    const { country, visa_type: type } = service.details
    return (
      <div className="has-pattern relative grid min-h-48 content-end gap-1 overflow-clip bg-night p-6 text-on-night md:rounded-lg">
        <Guilloche />
        <p className="relative text-on-night-2">
          <bdi>{textOf(country)}</bdi> · <bdi>{textOf(type)}</bdi>
        </p>
        <p className="relative font-display text-3xl font-bold">{service.title}</p>
      </div>
    )
  },
  BookingFields: ({ value, onChange, errors }) => (
    <RadioCards
      legend={strings.howToGoOn}
      name="booking_option"
      value={textOf(value.booking_option)}
      onChange={(chosen) => onChange({ ...value, booking_option: chosen })}
      error={errors.booking_option}
      options={[
        { value: 'fill_and_pay', title: strings.fillAndPay },
        { value: 'pay_now', title: strings.payNow },
      ]}
    />
  ),
} satisfies KindShop
