import { useControlId } from './control-id.ts'
import { PromoField } from './promo-field.tsx'
import type { BookingForm } from './use-booking-form.ts'

export function FormPromo({ form }: { form: BookingForm }) {
  const idOf = useControlId()
  const { draft, change, checkPromo, errors, now } = form
  if (!now) return null
  return (
    <PromoField
      id={idOf('promo_code')}
      code={draft.promo}
      error={errors.promo_code}
      onChange={(promo) => change({ promo })}
      check={checkPromo}
    />
  )
}
