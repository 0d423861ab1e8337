import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DepartureCustomers, DeparturePage } from '../../modules/booking/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import { MailPreview } from './mail-preview.tsx'

const t = textOf('departureMessage')
type Form = { readonly subject: string; readonly text: string }
type Message = Form & Pick<DeparturePage, 'service_id' | 'date' | 'time'>

function wrongIn({ subject, text }: Form): Record<string, string> {
  return {
    ...(subject.trim() === '' && { subject: t('needSubject') }),
    ...(text.trim() === '' && { text: t('needText') }),
  }
}

type Props = { page: DeparturePage; onDone: () => void; onClose: () => void }

/** Messages all customers of a departure: first write, then preview the mail. */
export function MessageDialog({ page: { service_id, date, time }, onDone, onClose }: Props) {
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>({ subject: '', text: '' })
  const [isReview, setReview] = useState(false)
  const [keys] = useState(memoryKeys)
  const message: Message = { service_id, date, time, ...form }
  const save = useAction(
    () => api.booking.admin.sendDepartureMessage(message, { context: { idempotencyKey: requestKey(keys, message) } }),
    { done: t('done'), failed: t('saveFailed'), sayReason: true },
    onDone,
    onClose,
  )
  const send = () => {
    const found = wrongIn(form)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    if (isReview) save.run()
    else setReview(true)
  }
  return (
    <EditorDialog
      title={t('title')}
      isChanged={isChanged}
      save={save}
      saveLabel={t(isReview ? 'send' : 'next')}
      onSave={send}
      onClose={onClose}
    >
      {isReview ? (
        <Review message={message} onBack={() => setReview(false)} />
      ) : (
        <Words form={form} errors={{ ...save.errors, ...wrong }} onChange={change} />
      )}
    </EditorDialog>
  )
}

type WordsProps = { form: Form; errors: Readonly<Record<string, string>>; onChange: (next: Partial<Form>) => void }
const Words = ({ form, errors, onChange }: WordsProps) => (
  <>
    <p className="text-ink-2">{t('hint')}</p>
    <Field label={t('subject')} required error={errors.subject}>
      <TextInput maxLength={200} value={form.subject} onChange={(event) => onChange({ subject: event.target.value })} />
    </Field>
    <Field label={t('text')} hint={t('textHint')} required error={errors.text}>
      <TextArea
        rows={8}
        maxLength={5_000}
        value={form.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
    </Field>
  </>
)

function Review({ message, onBack }: { message: Message; onBack: () => void }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const { service_id, date, time } = message
  const customers = useQuery({
    queryKey: ['departure-customers', service_id, date, time],
    queryFn: () => api.booking.admin.departureCustomers({ service_id, date, ...(time && { time }) }),
    staleTime: 0,
  })
  const preview = useQuery({
    queryKey: ['departure-message', message],
    queryFn: () => api.booking.admin.previewDepartureMessage(message),
  })
  return (
    <>
      <div>
        <Button
          variant="quiet"
          className="-ms-4"
          icon={<ArrowLeft aria-hidden="true" className="mirror" />}
          onClick={onBack}
        >
          {t('back')}
        </Button>
      </div>
      <h3 ref={head} tabIndex={-1} className="text-lg font-semibold">
        {t('review')}
      </h3>
      <LoadedList query={customers} words={t}>
        {(listed) => <Customers customers={listed} />}
      </LoadedList>
      <MailPreview query={preview} />
    </>
  )
}

const Customers = ({ customers }: { customers: DepartureCustomers }) => (
  <details className="rounded-lg bg-sunken px-4">
    <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
      {t('customers', { count: customers.length })}
    </summary>
    <ul className="grid gap-1 pb-3 wrap-anywhere">
      {customers.map(({ customer_name: name, customer_email: email, references }) => (
        <li key={email}>
          {name}, <bdi>{email}</bdi>, <bdi className="text-ink-2">{references.join(', ')}</bdi>
        </li>
      ))}
    </ul>
  </details>
)
