import { RadioCards } from '../../ui/choices.tsx'
import type { KindShop, ShopService } from '../kind.ts'
import { Facts, known, numberOf, Points, Prose, panel, Ticks, textOf } from '../shared/panels.tsx'
import { strings } from './strings.ts'

/** The processing time in words, else the estimated days (C072). */
function processing({ details }: ShopService): string {
  const days = numberOf(details.estimated_days)
  return textOf(details.processing_time) || (days === null ? '' : strings.estimatedDays(days))
}

export const shop = {
  facts: (service) => known([processing(service)]),
  panels: (service) => {
    const { details } = service
    const days = numberOf(details.estimated_days)
    return [
      panel(
        'overview',
        strings.overview,
        <>
          <Prose text={textOf(details.overview) || details.description} />
          <Ticks title={strings.highlights} items={details.highlights} />
        </>,
      ),
      panel('requirements', strings.requirements, <Points title={strings.readyList} items={details.requirements} />),
      panel(
        'included',
        strings.included,
        <>
          <Ticks items={details.whats_included} />
          <Points title={strings.notIncluded} items={details.exclusions} />
        </>,
      ),
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
