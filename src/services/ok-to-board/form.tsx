import specMessages from 'room-messages:services/shared/specs'
import travellerMessages from 'room-messages:services/shared/travellers'
import { Notice } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { useSay } from '../../ui/say.tsx'
import type { BookingFieldsProps, KindForm } from '../kind.ts'
import { SpecFields } from '../shared/spec-fields.tsx'
import { bookingSpecs } from './booking-specs.ts'
import { text } from './text.ts'

export const form = { messages: [specMessages, travellerMessages], BookingFields } satisfies KindForm

function BookingFields({ value, onChange, errors, onLeave, idOf, children }: BookingFieldsProps) {
  const say = useSay()
  return (
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
      {errors.acknowledge_short_notice || value.acknowledge_short_notice === true ? (
        <Notice tone="warn" title={say(text('shop.shortNoticeTitle'))} role="status" className="mt-4">
          {value.acknowledge_short_notice === true ? null : <p>{errors.acknowledge_short_notice}</p>}
          <Checkbox
            id={idOf?.('acknowledge_short_notice')}
            className="mt-2"
            label={say(text('shop.acknowledge'))}
            checked={value.acknowledge_short_notice === true}
            onChange={(event) => onChange({ ...value, acknowledge_short_notice: event.target.checked })}
          />
        </Notice>
      ) : null}
    </>
  )
}
