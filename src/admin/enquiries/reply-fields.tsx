import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { type Enquiry, fillCanned, maxReply, type Thread } from '../../modules/content/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('enquiries')
type Props = {
  enquiry: Enquiry
  thread: Thread
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

/** The text of a reply, and the canned ones that can be put into it. */
export function ReplyFields({ enquiry, thread, text, error, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      {thread.sends_mail ? null : <Notice tone="warn">{t('noMailServer')}</Notice>}
      <Field
        label={t('reply')}
        hint={t(thread.reply_to ? 'replyHint' : 'replyHintPlain', { email: enquiry.email, to: thread.reply_to ?? '' })}
        error={error}
      >
        <TextArea
          ref={area}
          rows={6}
          maxLength={maxReply}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <CannedField
        onChoose={(words) => {
          const filled = fillCanned(words, {
            customer_name: enquiry.name,
            booking_reference: enquiry.booking_reference,
          })
          onChange([text.trimEnd(), filled].filter(Boolean).join('\n\n'))
          focusEnd(area)
        }}
      />
    </>
  )
}

/** Once the text is drawn, the caret stands behind it. */
const focusEnd = (area: RefObject<HTMLTextAreaElement | null>) =>
  void requestAnimationFrame(() => {
    const field = area.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  })

function CannedField({ onChoose }: { onChoose: (text: string) => void }) {
  const canned = useQuery({ queryKey: ['canned-replies'], queryFn: () => api.content.admin.canned.list() })
  const replies = canned.data ?? []
  return (
    <Field label={t('insertCanned')} hint={replies.length === 0 ? t('noCannedHint') : undefined}>
      <Combobox
        value=""
        options={replies.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(chosen) => {
          const reply = replies.find(({ id }) => id === chosen)
          if (reply) onChoose(reply.text)
        }}
        listLabel={t('cannedReplies')}
        emptyText={t('noCannedFound')}
        countText={(count) => t('cannedCount', { count })}
      />
    </Field>
  )
}
