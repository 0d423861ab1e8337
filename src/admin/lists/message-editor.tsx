import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { textOf } from '../text.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { useEdited } from './use-edited.ts'

const t = textOf('message')
export type MessageText = { readonly subject: string; readonly text: string }

function wrongIn({ subject, text }: MessageText): Record<string, string> {
  return {
    ...(subject.trim() === '' && { subject: t('needSubject') }),
    ...(text.trim() === '' && { text: t('needText') }),
  }
}

type Props = {
  title: string
  hint: string
  textHint: string
  /** The toast after sending; null: the caller shows its own. */
  done: string | null
  /** Who gets it, and the mail as one of them will read it. */
  review: (message: MessageText) => ReactNode
  /** The same key for a second press of the same message. */
  send: (message: MessageText, idempotencyKey: string) => Promise<unknown>
  onSettled?: () => void
  onClose: () => void
}

/** Writes a message to several customers: first the words, then the mail and who gets it. */
export function MessageEditor(props: Props) {
  const { title, hint, textHint, done, review, send, onSettled = () => {}, onClose } = props
  const { form, change, isChanged, wrong, setWrong } = useEdited<MessageText>({ subject: '', text: '' })
  const [isReview, setReview] = useState(false)
  const [keys] = useState(memoryKeys)
  const save = useAction(
    () => send(form, requestKey(keys, form)),
    { done: done ?? (() => undefined), failed: t('saveFailed'), sayReason: true },
    onSettled,
    onClose,
  )
  const next = () => {
    const problems = wrongIn(form)
    setWrong(problems)
    if (Object.keys(problems).length > 0) return
    if (isReview) save.run()
    else setReview(true)
  }
  return (
    <EditorDialog
      title={title}
      isChanged={isChanged}
      save={save}
      saveLabel={t(isReview ? 'send' : 'next')}
      onSave={next}
      onClose={onClose}
    >
      {isReview ? (
        <Review onBack={() => setReview(false)}>{review(form)}</Review>
      ) : (
        <Words form={form} hints={{ hint, textHint }} errors={{ ...save.errors, ...wrong }} onChange={change} />
      )}
    </EditorDialog>
  )
}

type WordsProps = {
  form: MessageText
  hints: { readonly hint: string; readonly textHint: string }
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<MessageText>) => void
}
const Words = ({ form, hints, errors, onChange }: WordsProps) => (
  <>
    <p className="text-ink-2">{hints.hint}</p>
    <Field label={t('subject')} required error={errors.subject}>
      <TextInput maxLength={200} value={form.subject} onChange={(event) => onChange({ subject: event.target.value })} />
    </Field>
    <Field label={t('text')} hint={hints.textHint} required error={errors.text}>
      <TextArea
        rows={8}
        maxLength={5_000}
        value={form.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
    </Field>
  </>
)

function Review({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
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
      {children}
    </>
  )
}
