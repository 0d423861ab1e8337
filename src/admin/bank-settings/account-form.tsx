import type { ShopCurrency } from '../../kernel/money.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { FieldGrid } from '../form/section.tsx'
import { textOf } from '../text.ts'
import { type Account, accountFields, samples } from './account-fields.ts'

const t = textOf('bank')

type FieldsProps = {
  currency: ShopCurrency
  account: Account
  errorOf: (field: keyof Account) => string | undefined
  onChange: (account: Account) => void
}
export const AccountFields = ({ currency, account, errorOf, onChange }: FieldsProps) => (
  <FieldGrid>
    {accountFields.map((name) => (
      <Field key={name} label={t(`fields.${name}`)} error={errorOf(name)}>
        <TextInput
          name={name}
          value={account[name]}
          placeholder={samples(currency)[name]}
          maxLength={120}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ ...account, [name]: event.target.value })}
        />
      </Field>
    ))}
  </FieldGrid>
)
