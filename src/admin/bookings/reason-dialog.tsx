import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { useFirstWrong } from '../lists/use-first-wrong.ts'
import { textOf } from '../text.ts'
import { Fault } from './panel.tsx'

const t = textOf('booking')

export type ReasonDialogProps = {
  title: string
  hint: string
  label: string
  /** Error shown when the text is empty; without it the text is optional. */
  neededText?: string | undefined
  submitLabel: string
  backLabel: string
  isDanger?: boolean
  /** Extra fields below the text; the owner sends them. */
  children?: ReactNode
  /** Fields above the text; receives the server's field errors. */
  before?: ((errors: Readonly<Record<string, string>>) => ReactNode) | undefined
  /** Returns false while these fields are invalid, and shows why next to them. */
  canSend?: (() => boolean) | undefined
  call: (text: string) => Promise<unknown>
  texts: { done: string; failed: string }
  onClose: () => void
  onDone: () => void
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { neededText, onClose } = props
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const action = useAction(() => props.call(text.trim()), props.texts, props.onDone, onClose)
  const firstWrong = useFirstWrong<HTMLDivElement>(action.fault)
  const isMissing = neededText !== undefined && text.trim() === ''
  const send = () => {
    const canSend = props.canSend?.() ?? true
    if (canSend && !isMissing) return action.run()
    setRefused(true)
    firstWrong.show()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={props.title}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {props.backLabel}
          </Button>
          <Button variant={props.isDanger ? 'danger' : 'primary'} loading={action.isPending} onClick={send}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <div ref={firstWrong.area} className="grid gap-4">
        <p className="text-ink-2">{props.hint}</p>
        {props.before?.(action.errors)}
        <Field
          label={props.label}
          required={neededText !== undefined}
          optionalLabel={neededText === undefined ? t('optional') : undefined}
          error={isRefused && isMissing ? neededText : undefined}
        >
          <TextArea rows={3} maxLength={1000} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {props.children}
        <Fault fault={action.fault} />
      </div>
    </Dialog>
  )
}
