import { formatMoney, money } from '../../kernel/money.ts'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('departures')
type Prices = Readonly<Record<string, string>>

type Props = {
  typed: Prices
  /** By 'prices.' and the name of the field. */
  errors: Prices
  onChange: (prices: Prices) => void
  fields: DeparturePage['price_fields']
  currency: string
}

/** Prices that replace those of the item; an empty one stays as it is. */
export const PriceFields = ({ typed, errors, onChange, fields, currency }: Props) =>
  fields.map(({ name, label, usual }) => (
    <Field
      key={name}
      label={label}
      optionalLabel={t('optional')}
      hint={
        usual === null
          ? t('noPriceHint')
          : t('usualHint', { price: formatMoney(money(usual, currency), { exact: true }) })
      }
      error={errors[`prices.${name}`]}
    >
      <TextInput
        inputMode="decimal"
        maxLength={20}
        prefix={currency}
        value={typed[name] ?? ''}
        onChange={(event) => onChange({ ...typed, [name]: event.target.value })}
      />
    </Field>
  ))
