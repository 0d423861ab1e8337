import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { useSave } from '../form/save.ts'
import { FieldCard } from '../form/section.tsx'
import { textOf } from '../text.ts'
import { useMailChanged } from './smtp-form.tsx'

const t = textOf('email')

/** Sends a test email with the stored settings: only the recipient leaves the browser (D27). */
export const TestTab = () => (
  <FieldCard title={t('tabs.test')} intro={t('testIntro')}>
    <TestForm />
  </FieldCard>
)

/** `first`: the address that is offered. */
export function TestForm({ first = '' }: { first?: string }) {
  const [to, setTo] = useState(first)
  const [way, setWay] = useState<string | null>(null)
  const changed = useMailChanged()
  const send = useSave({
    call: () => api.mail.admin.sendTest({ to }),
    // Without a mail server the test was only written to a file; the notice explains it.
    done: (answer) => (answer.way === 'files' ? null : t('testSent')),
    failed: to.trim() === '' ? t('testAddressNeeded') : t('testFailed'),
    onDone: (answer) => {
      setWay(answer.way)
      changed()
    },
    onFailed: () => {
      setWay(null)
      changed()
    },
  })
  const error = send.errorOf('to')
  return (
    <>
      <form
        noValidate
        className="field-row"
        onSubmit={(event) => {
          event.preventDefault()
          send.run()
        }}
      >
        <Field label={t('testAddress')} error={error} required>
          <TextInput type="email" value={to} autoComplete="email" onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Button type="submit" loading={send.isPending}>
          {t('testSend')}
        </Button>
      </form>
      {send.fault && !error ? (
        <Notice tone="danger" role="alert">
          {send.fault}
        </Notice>
      ) : null}
      {way === null ? null : (
        <Notice tone={way === 'files' ? 'warn' : 'success'} role="status">
          {t(`testWay.${way}`)}
        </Notice>
      )}
    </>
  )
}
