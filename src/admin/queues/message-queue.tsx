import { Mail, MessageCircle } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Enquiry } from '../../modules/content/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { Panel } from '../bookings/panel.tsx'
import { Message, mailLink, whatsAppLink } from '../enquiries/enquiry-dialog.tsx'
import { ReplyFields } from '../enquiries/reply-fields.tsx'
import { ThreadEntries } from '../enquiries/thread.tsx'
import { useThread } from '../enquiries/use-thread.ts'
import { textOf } from '../text.ts'
import { type Choice, DecisionPanel } from './decision-panel.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { QueueFrame } from './queue-frame.tsx'
import { useDecision } from './use-decision.ts'
import type { QueueHands, QueueSource } from './use-queue.ts'

const words = textOf('enquiries')

const source: QueueSource<Enquiry> = {
  name: 'messages',
  ask: async (after) => {
    const { items, open, nextCursor } = await api.content.admin.enquiries({ status: 'new', limit: 25, ...after })
    return { items, total: open, nextCursor }
  },
  idOf: ({ id }) => id,
  stale: ['enquiries', 'enquiry', 'enquiry-thread', 'booking-timeline', 'dashboard'],
}

/** Unanswered messages: read, reply, mark as answered. */
export const MessageQueue = () => (
  <QueueFrame source={source} back={{ to: '/admin/messages', search: { status: 'new' } }}>
    {(enquiry, hands) => (
      <EntryLayout
        facts={
          <Panel id="entry" title={enquiry.name}>
            <Message enquiry={enquiry} />
            <Entries enquiry={enquiry} />
          </Panel>
        }
        decision={<Decision enquiry={enquiry} hands={hands} />}
      />
    )}
  </QueueFrame>
)

function Entries({ enquiry }: { enquiry: Enquiry }) {
  const thread = useThread(enquiry.id)
  return thread.data ? <ThreadEntries enquiry={enquiry} thread={thread.data} /> : null
}

function Decision({ enquiry, hands }: { enquiry: Enquiry; hands: QueueHands }) {
  const { id } = enquiry
  const mark = (answered: boolean) => api.content.admin.answerEnquiry({ enquiryId: id, answered })
  const answered = useDecision({
    ...{ id, hands, done: words('marked') },
    call: () => mark(true),
    undo: () => mark(false),
  })
  const reply = useReply(enquiry, hands)
  const whatsApp = whatsAppLink(enquiry.phone)
  const link = buttonClass({ variant: 'secondary' }, 'grow')
  return (
    <DecisionPanel
      choices={[reply, { ...answered, name: 'approve', label: words('markAnswered'), variant: 'secondary' }]}
    >
      <a href={mailLink(enquiry)} className={link}>
        <Mail aria-hidden="true" /> {words('replyMail')}
      </a>
      {whatsApp ? (
        <a href={whatsApp} target="_blank" rel="noopener noreferrer" className={link}>
          <MessageCircle aria-hidden="true" /> {words('replyWhatsApp')}
        </a>
      ) : null}
    </DecisionPanel>
  )
}

/** A reply answers the message, so the next one follows. It was mailed, so there is no way back. */
function useReply(enquiry: Enquiry, hands: QueueHands): Choice {
  const thread = useThread(enquiry.id).data
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  // The same text sent twice is stored and mailed once.
  const key = useRef(crypto.randomUUID())
  const send = useDecision({
    ...{ id: enquiry.id, hands, done: words(thread?.sends_mail === false ? 'replyKept' : 'replySent') },
    call: () =>
      api.content.admin.reply(
        { enquiryId: enquiry.id, text, last_entry: thread?.entries.at(-1)?.id ?? null },
        { context: { idempotencyKey: key.current } },
      ),
  })
  const change = (next: string) => {
    key.current = crypto.randomUUID()
    setText(next)
    setMissing(false)
  }
  return {
    ...send,
    ...{ name: 'reply', label: words('reply'), variant: 'primary', isWaiting: thread === undefined },
    step: {
      title: words('reply'),
      submit: words('sendReply'),
      fields: thread ? (
        <ReplyFields
          {...{ enquiry, thread, text, onChange: change }}
          error={isMissing ? words('replyMissing') : undefined}
        />
      ) : null,
      canSend: () => {
        setMissing(text.trim() === '')
        return text.trim() !== ''
      },
    },
  }
}
