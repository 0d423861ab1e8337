import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'

const t = textOf('overbooking')
type Props = {
  id?: string
  value: string
  error: string | undefined
  /** The chosen departure cannot be booked as usual. */
  isFull: boolean
  onChange: (reason: string) => void
}

/** Why staff take places that a departure does not have. For staff who may overbook, once it is needed. */
export function OverbookingField({ id, value, error, isFull, onChange }: Props) {
  const mayOverbook = useMayEnter('overbooking')
  if (!mayOverbook || (value === '' && !isFull)) return null
  return (
    <Field {...(id && { id })} label={t('label')} hint={t('hint')} optionalLabel={optional} error={error}>
      <TextInput maxLength={500} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}
const optional = textOf('booking')('optional')
