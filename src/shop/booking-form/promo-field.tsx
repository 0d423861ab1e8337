import { Tag, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useShop } from '../context.tsx'
import { useText } from '../intl.tsx'
import { useControlId } from './control-id.ts'
import { quoteInput } from './form-rules.ts'
import type { BookingForm } from './use-booking-form.ts'

/** Out of the way until somebody has a code; what it takes off is the server's word (D51). */
export function PromoField({ form }: { form: BookingForm }) {
  const t = useText('booking')
  const [isOpen, setOpen] = useState(false)
  const { draft, change } = form
  if (draft.promo && !form.errors.promo_code)
    return (
      <p className="mt-3 flex items-center justify-between gap-2 text-sm">
        <span className="inline-flex min-w-0 items-center gap-2 wrap-anywhere">
          <Tag aria-hidden="true" className="size-4 flex-none" />
          {t('promoApplied', { code: draft.promo })}
        </span>
        <Button
          variant="quiet"
          iconOnly
          aria-label={t('promoRemove', { code: draft.promo })}
          onClick={() => change({ promo: '' })}
        >
          <X aria-hidden="true" />
        </Button>
      </p>
    )
  if (!isOpen && !form.errors.promo_code)
    return (
      <Button variant="quiet" block className="mt-2" onClick={() => setOpen(true)}>
        {t('promoOpen')}
      </Button>
    )
  return <CodeInput form={form} />
}

function CodeInput({ form }: { form: BookingForm }) {
  const t = useText('booking')
  const idOf = useControlId()
  const { code, setCode, error, isBusy, apply } = useCode(form)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form around it books; here Enter means the code.
    event.preventDefault()
    void apply()
  }
  return (
    <div className="mt-3 flex items-end gap-2">
      <Field
        id={idOf('promo_code')}
        label={t('promoLabel')}
        error={error || form.errors.promo_code}
        className="min-w-0 flex-1"
      >
        <TextInput
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          autoFocus
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={onEnter}
        />
      </Field>
      <Button variant="secondary" loading={isBusy} onClick={() => void apply()}>
        {t('promoApply')}
      </Button>
    </div>
  )
}

/** Asks the server before the code enters the form, so that a wrong one never stands in the way of booking. */
function useCode(form: BookingForm) {
  const { api } = useShop()
  const t = useText('booking')
  const [code, setCode] = useState(form.draft.promo)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const apply = async () => {
    const promo_code = code.trim()
    if (promo_code === '' || isBusy) return
    setBusy(true)
    setError('')
    try {
      const input = quoteInput({ ...form.draft, promo: promo_code }, form.service, form.rules)
      const { errors } = await api.booking.quote(input)
      const refused = errors.find(({ path }) => path === 'promo_code')
      if (refused) {
        form.change({ promo: '' })
        setError(refused.message)
      } else form.change({ promo: promo_code.toUpperCase() })
    } catch {
      setError(t('promoFailed'))
    } finally {
      setBusy(false)
    }
  }
  return { code, setCode, error, isBusy, apply }
}
