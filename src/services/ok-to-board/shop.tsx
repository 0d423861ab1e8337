import { Checkbox } from '../../ui/choices.tsx'
import type { KindShop } from '../kind.ts'
import { Facts, known, Points, Prose, panel, Ticks, textOf } from '../shared/panels.tsx'
import { SpecFields } from '../shared/spec-fields.tsx'
import { bookingSpecs } from './booking-specs.ts'
import { strings } from './strings.ts'

export const shop = {
  facts: ({ details }) => known([textOf(details.processing_time)]),
  panels: ({ details }) => [
    panel(
      'overview',
      strings.overview,
      <>
        <Prose text={details.description} />
        <Facts rows={[[strings.processingTime, textOf(details.processing_time)]]} />
      </>,
    ),
    panel('features', strings.features, <Ticks items={details.features} />),
    panel('requirements', strings.requirements, <Points items={details.requirements} />),
  ],
  BookingFields: ({ value, onChange, errors }) => (
    <>
      <SpecFields specs={bookingSpecs} value={value} onChange={onChange} errors={errors} />
      {errors.acknowledgeShortNotice || value.acknowledgeShortNotice === true ? (
        <Checkbox
          className="mt-4"
          label={strings.acknowledge}
          error={value.acknowledgeShortNotice === true ? undefined : errors.acknowledgeShortNotice}
          checked={value.acknowledgeShortNotice === true}
          onChange={(event) => onChange({ ...value, acknowledgeShortNotice: event.target.checked })}
        />
      ) : null}
    </>
  ),
} satisfies KindShop
