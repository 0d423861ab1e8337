import { RadioCards } from '../../ui/choices.tsx'
import { useSay } from '../../ui/say.tsx'
import type { BookingFieldsProps, KindForm } from '../kind.ts'
import { textOf } from '../shared/panels.tsx'
import { text } from './text.ts'

export const form = { BookingFields } satisfies KindForm

function BookingFields({ value, onChange, errors }: BookingFieldsProps) {
  const say = useSay()
  return (
    <RadioCards
      legend={say(text('shop.howToGoOn'))}
      name="booking_option"
      value={textOf(value.booking_option)}
      onChange={(chosen) => onChange({ ...value, booking_option: chosen })}
      error={errors.booking_option}
      options={[
        { value: 'fill_and_pay', title: say(text('shop.fillAndPay')) },
        { value: 'pay_now', title: say(text('shop.payNow')) },
      ]}
    />
  )
}
