import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TemplateDraft } from '../../modules/mail/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api, readFault, readFieldErrors } from '../api.ts'
import { useProfile } from '../may-enter.ts'
import { textOf } from '../text.ts'

const t = textOf('email')
const shell = textOf('shell')

/** Sends the draft to one address, by default one's own, and says whether it really left. */
export function DraftTest({ draft }: { draft: TemplateDraft }) {
  const own = useProfile()?.email ?? ''
  const [to, setTo] = useState(own)
  const test = useMutation({ mutationFn: () => api.mail.admin.testTemplate({ ...draft, to }) })
  const errors = readFieldErrors(test.error)
  const toError = errors.find(({ path }) => path === 'to')?.message
  return (
    <fieldset className="grid gap-2">
      <legend className="group-legend">{t('draftTest')}</legend>
      <p className="text-sm text-ink-2">{t('draftTestHint')}</p>
      <div className="field-row">
        <Field label={t('draftTestTo')} error={toError}>
          <TextInput
            type="email"
            value={to}
            maxLength={254}
            autoComplete="email"
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
        <Button variant="secondary" loading={test.isPending} onClick={() => test.mutate()}>
          {t('draftTestSend')}
        </Button>
      </div>
      {test.error && !toError ? (
        <Notice tone="danger" role="alert">
          {errors[0]?.message || readFault(test.error).message || shell('unreachable')}
        </Notice>
      ) : null}
      {test.data ? (
        <Notice tone={test.data.way === 'files' ? 'warn' : 'success'} role="status">
          {t(`draftTestDone.${test.data.way}`, { to: test.data.to })}
        </Notice>
      ) : null}
    </fieldset>
  )
}
