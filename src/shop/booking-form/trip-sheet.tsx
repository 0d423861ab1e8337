import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { FormIdContext } from './control-id.ts'
import { FormErrors } from './form-errors.tsx'
import { tripFields } from './form-rules.ts'
import { TripFields } from './trip-fields.tsx'
import type { BookingForm } from './use-booking-form.ts'

type TripSheetProps = {
  form: BookingForm
  onClose: () => void
  /** Day, time and party are right. */
  onDone: () => void
}

/** Day, time and party in a sheet, with the price of the choice. Loaded late. */
export function TripSheet({ form, onClose, onDone }: TripSheetProps) {
  const t = useText('booking')
  const id = useId()
  const done = () => {
    if (!form.check(tripFields)) return
    onClose()
    onDone()
  }
  const ofTrip = Object.entries(form.errors).filter(([field]) => tripFields.includes(field))
  return (
    <Drawer
      edge="bottom"
      open
      onClose={onClose}
      title={t('chooseDate')}
      closeLabel={t('closeChoice')}
      footer={
        <div className="flex w-full items-center gap-3">
          <p className="min-w-0 flex-1" aria-live="polite">
            <span className="sr-only">{t('total')} </span>
            <ShopPrice amount={form.price.final} isExact className="text-[1.375rem]" />
          </p>
          <Button size="lg" onClick={done}>
            {t('continue')}
          </Button>
        </div>
      }
    >
      <FormIdContext value={id}>
        <FormErrors form={{ ...form, errors: Object.fromEntries(ofTrip), failure: '' }} formId={id} />
        <TripFields form={form} />
      </FormIdContext>
    </Drawer>
  )
}
