import { PhoneField } from '../booking-form/phone-field.tsx'
import { EmailField, RequestsField } from '../booking-form/reach-fields.tsx'
import type { BookingForm } from '../booking-form/use-booking-form.ts'
import { useText } from '../intl/intl.tsx'

/** Contact details and special requests. */
export function ClearanceContact({ form }: { form: BookingForm }) {
  const t = useText('okToBoard')
  return (
    <div className="grid gap-4">
      <EmailField form={form} />
      <PhoneField form={form} required why={t('phoneWhy')} />
      <RequestsField form={form} />
    </div>
  )
}
