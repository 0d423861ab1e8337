import { Notice } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import type { KindShop } from '../kind.ts'
import { Facts, known, Points, Prose, panel, Ticks, textOf } from '../shared/panels.tsx'
import { SpecFields } from '../shared/spec-fields.tsx'
import { termsPanels } from '../shared/terms-panel.ts'
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
    ...termsPanels(details),
  ],
  BookingFields: ({ value, onChange, errors, onLeave, idOf, children }) => (
    <>
      <SpecFields
        specs={bookingSpecs}
        value={value}
        onChange={onChange}
        errors={errors}
        onLeave={onLeave}
        idOf={idOf}
      />
      {children}
      {errors.acknowledgeShortNotice || value.acknowledgeShortNotice === true ? (
        <Notice tone="warn" title={strings.shortNoticeTitle} role="status" className="mt-4">
          {value.acknowledgeShortNotice === true ? null : <p>{errors.acknowledgeShortNotice}</p>}
          <Checkbox
            id={idOf?.('acknowledgeShortNotice')}
            className="mt-2"
            label={strings.acknowledge}
            checked={value.acknowledgeShortNotice === true}
            onChange={(event) => onChange({ ...value, acknowledgeShortNotice: event.target.checked })}
          />
        </Notice>
      ) : null}
    </>
  ),
} satisfies KindShop
