import { MailPlus, Send } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Enquiry, maxReply, type Thread } from '../../modules/content/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { type Action, useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'
import { ReplyFields } from './reply-fields.tsx'
import { useRefreshEnquiries } from './use-thread.ts'

const t = textOf('enquiries')
type Props = { enquiry: Enquiry; thread: Thread; onDirty: (isDirty: boolean) => void }

/** Writes a reply, which the shop mails once, or adds the customer's answer from the agency's mailbox. */
export function ReplyForm(props: Props) {
  const [isAdding, setAdding] = useState(false)
  return isAdding ? (
    <AnswerForm {...props} onClose={() => setAdding(false)} />
  ) : (
    <WriteForm {...props} onAdd={() => setAdding(true)} />
  )
}

/** The same text sent twice is stored and mailed once. */
function useOnce() {
  const key = useRef(crypto.randomUUID())
  return {
    context: () => ({ context: { idempotencyKey: key.current } }),
    renew: () => {
      key.current = crypto.randomUUID()
    },
  }
}

function useTyped({ onDirty }: Pick<Props, 'onDirty'>, renew: () => void) {
  const [typed, setTyped] = useState('')
  const change = (next: string) => {
    renew()
    setTyped(next)
    onDirty(next.trim() !== '')
  }
  return [typed, change] as const
}

const onCtrlEnter = (run: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  run()
}

function WriteForm({ enquiry, thread, onDirty, onAdd }: Props & { onAdd: () => void }) {
  const { context, renew } = useOnce()
  const [typed, change] = useTyped({ onDirty }, renew)
  const refresh = useRefreshEnquiries()
  const last_entry = thread.entries.at(-1)?.id ?? null
  const send: Action = useAction(
    () => api.content.admin.reply({ enquiryId: enquiry.id, text: typed, last_entry }, context()),
    { done: t(thread.sends_mail ? 'replySent' : 'replyKept'), failed: t('replyFailed') },
    refresh,
    () => change(''),
  )
  const run = () => {
    if (!send.isPending) send.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the field inside
    <div className="grid gap-3" onKeyDown={onCtrlEnter(run)}>
      <ReplyFields {...{ enquiry, thread, text: typed, error: send.errors.text, onChange: change }} />
      <Fault fault={send.errors.text ? null : send.fault} />
      <div className="flex flex-wrap gap-2">
        <Button icon={<Send aria-hidden="true" className="mirror" />} loading={send.isPending} onClick={run}>
          {t('sendReply')}
        </Button>
        <Button variant="secondary" icon={<MailPlus aria-hidden="true" />} onClick={onAdd}>
          {t('addAnswer')}
        </Button>
      </div>
    </div>
  )
}

function AnswerForm({ enquiry, onDirty, onClose }: Props & { onClose: () => void }) {
  const { context, renew } = useOnce()
  const [typed, change] = useTyped({ onDirty }, renew)
  const refresh = useRefreshEnquiries()
  const close = () => {
    onDirty(false)
    onClose()
  }
  const add: Action = useAction(
    () => api.content.admin.addAnswer({ enquiryId: enquiry.id, text: typed }, context()),
    { done: t('answerAdded'), failed: t('answerFailed') },
    refresh,
    close,
  )
  const run = () => {
    if (!add.isPending) add.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the field inside
    <div className="grid gap-3" onKeyDown={onCtrlEnter(run)}>
      <Field label={t('answer')} hint={t('answerHint')} error={add.errors.text}>
        <TextArea
          rows={6}
          maxLength={maxReply}
          value={typed}
          autoFocus
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <Fault fault={add.errors.text ? null : add.fault} />
      <div className="flex flex-wrap gap-2">
        <Button loading={add.isPending} onClick={run}>
          {t('addAnswerNow')}
        </Button>
        <Button variant="secondary" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
