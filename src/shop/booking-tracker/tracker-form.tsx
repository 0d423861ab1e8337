import { Search } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { referenceExample } from '../../modules/booking/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { NoScript } from '../form/no-script.tsx'
import { useText } from '../intl/intl.tsx'
import { usePage } from '../routing/page.ts'

type TrackerFormProps = {
  onSearch: (reference: string, email: string) => Promise<void>
  onInput: () => void
  isBusy: boolean
  missing: boolean
}

/** The reference, in capitals, and an optional email address (C233). */
export function TrackerForm({ onSearch, onInput, isBusy, missing }: TrackerFormProps) {
  const t = useText('tracker')
  const optional = useText('frame')('optional')
  const { search } = usePage()
  const reference = useRef<HTMLInputElement>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = String(form.get('reference') ?? '')
      .trim()
      .toUpperCase()
    if (given === '') reference.current?.focus()
    await onSearch(given, String(form.get('email') ?? '').trim())
  }
  return (
    <Card raised>
      <form method="post" onSubmit={send} noValidate className="card-body gap-4 sm:p-6">
        <NoScript />
        <Field
          label={t('reference')}
          hint={t('example', { reference: referenceExample })}
          error={missing ? t('missing.text') : undefined}
          required
        >
          <TextInput
            ref={reference}
            name="reference"
            onInput={onInput}
            defaultValue={search.reference ?? ''}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            dir="ltr"
            className="uppercase tabular-nums placeholder:normal-case"
          />
        </Field>
        <Field label={t('email')} hint={t('emailWhy')} optionalLabel={optional}>
          <TextInput type="email" name="email" autoComplete="email" inputMode="email" maxLength={254} />
        </Field>
        <Button
          type="submit"
          size="lg"
          loading={isBusy}
          loadingLabel={t('searching')}
          icon={<Search aria-hidden="true" />}
        >
          {t('search')}
        </Button>
      </form>
    </Card>
  )
}
