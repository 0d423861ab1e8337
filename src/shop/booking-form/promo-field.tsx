import texts from 'shop-messages:promo'
import { Tag, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

type PromoFieldProps = {
  /** The id of the control, for an error summary to lead to. */
  id?: string | undefined
  /** The code that the server has accepted; '' without one. */
  code: string
  /** Why the server refuses the code by now. */
  error?: string | undefined
  onChange: (code: string) => void
  /** Asks the server: '' when the code is valid, else the reason. */
  check: (code: string) => Promise<string>
}

/** Collapsed until a visitor wants to enter a code. The server decides about the discount (D51). */
export function PromoField(props: PromoFieldProps) {
  const { code, error, onChange } = props
  const t = useText('promo')
  const [isOpen, setOpen] = useState(false)
  if (code && !error)
    return (
      <p className="mt-3 flex items-center justify-between gap-2 text-sm">
        <span className="inline-flex min-w-0 items-center gap-2 wrap-anywhere">
          <Tag aria-hidden="true" className="size-4 flex-none" />
          {t('applied', { code })}
        </span>
        <Button variant="quiet" iconOnly aria-label={t('remove', { code })} onClick={() => onChange('')}>
          <X aria-hidden="true" />
        </Button>
      </p>
    )
  if (!isOpen && !error)
    return (
      <Button variant="quiet" block className="mt-2" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
    )
  return <CodeInput {...props} />
}

function CodeInput({ id, code, error, onChange, check }: PromoFieldProps) {
  const t = useText('promo')
  const typing = useCode(code, onChange, check)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter would submit the form around this field.
    event.preventDefault()
    void typing.apply()
  }
  return (
    <div className="field-row mt-3">
      <Field id={id} label={t('label')} error={typing.error || error}>
        <TextInput
          value={typing.typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          autoFocus
          onChange={(event) => typing.setTyped(event.target.value)}
          onKeyDown={onEnter}
        />
      </Field>
      <Button variant="secondary" loading={typing.isBusy} onClick={() => void typing.apply()}>
        {t('apply')}
      </Button>
    </div>
  )
}

/** Checks the code before it enters the form, so that a wrong code never blocks a booking. */
function useCode(code: string, onChange: (code: string) => void, check: (code: string) => Promise<string>) {
  const t = useText('promo')
  const [typed, setTyped] = useState(code)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const apply = async () => {
    const asked = typed.trim()
    if (asked === '' || isBusy) return
    setBusy(true)
    setError('')
    try {
      const refused = await check(asked)
      setError(refused)
      onChange(refused ? '' : asked.toUpperCase())
    } catch {
      setError(t('failed'))
    } finally {
      setBusy(false)
    }
  }
  return { typed, setTyped, error, isBusy, apply }
}
