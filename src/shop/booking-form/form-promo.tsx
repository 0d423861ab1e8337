import { useShop } from '../context.tsx'
import { useControlId } from './control-id.ts'
import { quoteInput } from './form-rules.ts'
import { PromoField } from './promo-field.tsx'
import type { BookingForm } from './use-booking-form.ts'

/** The promo code of a booking form, once the page is alive. */
export function FormPromo({ form }: { form: BookingForm }) {
  const { api } = useShop()
  const idOf = useControlId()
  const { draft, service, rules, change, errors, now } = form
  if (!now) return null
  const check = async (promo: string) => {
    const quote = await api.booking.quote(quoteInput({ ...draft, promo }, service, rules))
    return quote.errors.find(({ path }) => path === 'promo_code')?.message ?? ''
  }
  return (
    <PromoField
      id={idOf('promo_code')}
      code={draft.promo}
      error={errors.promo_code}
      onChange={(promo) => change({ promo })}
      check={check}
    />
  )
}
