import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl/intl.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'prefix'> & {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** With a button that shows the password (C252). */
export function PasswordField({ label, hint, error, id, ...rest }: PasswordFieldProps) {
  const t = useText('auth')
  const [isShown, setShown] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error} required>
      <span className="relative block">
        <TextInput
          {...rest}
          type={isShown ? 'text' : 'password'}
          maxLength={128}
          dir="ltr"
          className="pe-13 rtl:ps-13 rtl:pe-3 rtl:text-end"
        />
        <Button
          variant="quiet"
          iconOnly
          className="absolute end-0 top-0"
          aria-label={isShown ? t('hidePassword') : t('showPassword')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </Button>
      </span>
    </Field>
  )
}
