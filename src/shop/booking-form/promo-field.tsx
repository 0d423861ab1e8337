import { Tag, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl.tsx'

type PromoFieldProps = {
  /** The id of the control, for an error summary to lead to. */
  id?: string | undefined
  /** The code that the server has taken; '' without one. */
  code: string
  /** What the server said against it since. */
  error?: string | undefined
  onChange: (code: string) => void
  /** Asks the server: '' when the code holds, else why not. */
  check: (code: string) => Promise<string>
}

/** Out of the way until somebody has a code; what it takes off is the server's word (D51). */
export function PromoField(props: PromoFieldProps) {
  const { code, error, onChange } = props
  const t = useText('booking')
  const [isOpen, setOpen] = useState(false)
  if (code && !error)
    return (
      <p className="mt-3 flex items-center justify-between gap-2 text-sm">
        <span className="inline-flex min-w-0 items-center gap-2 wrap-anywhere">
          <Tag aria-hidden="true" className="size-4 flex-none" />
          {t('promoApplied', { code })}
        </span>
        <Button variant="quiet" iconOnly aria-label={t('promoRemove', { code })} onClick={() => onChange('')}>
          <X aria-hidden="true" />
        </Button>
      </p>
    )
  if (!isOpen && !error)
    return (
      <Button variant="quiet" block className="mt-2" onClick={() => setOpen(true)}>
        {t('promoOpen')}
      </Button>
    )
  return <CodeInput {...props} />
}

function CodeInput({ id, code, error, onChange, check }: PromoFieldProps) {
  const t = useText('booking')
  const typing = useCode(code, onChange, check)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form around it books; here Enter means the code.
    event.preventDefault()
    void typing.apply()
  }
  return (
    <div className="field-row mt-3">
      <Field id={id} label={t('promoLabel')} error={typing.error || error}>
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
        {t('promoApply')}
      </Button>
    </div>
  )
}

/** Asks the server before the code enters the form, so that a wrong one never stands in the way of booking. */
function useCode(code: string, onChange: (code: string) => void, check: (code: string) => Promise<string>) {
  const t = useText('booking')
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
      setError(t('promoFailed'))
    } finally {
      setBusy(false)
    }
  }
  return { typed, setTyped, error, isBusy, apply }
}
