import { Mail, MessageCircle } from 'lucide-react'
import type { Enquiry } from '../../modules/content/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { Panel } from '../bookings/panel.tsx'
import { Message, mailLink, whatsAppLink } from '../enquiries/enquiry-dialog.tsx'
import { textOf } from '../text.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { QueueFrame } from './queue-frame.tsx'
import { useDecision } from './use-decision.ts'
import type { QueueHands, QueueSource } from './use-queue.ts'

const words = textOf('enquiries')

const source: QueueSource<Enquiry> = {
  name: 'messages',
  ask: async (after) => {
    const { items, open, nextCursor } = await api.content.admin.enquiries({ status: 'open', limit: 25, ...after })
    return { items, total: open, nextCursor }
  },
  idOf: ({ id }) => id,
  stale: ['enquiries', 'enquiry', 'dashboard'],
}

/** Unanswered messages: read, reply, mark as answered. */
export const MessageQueue = () => (
  <QueueFrame source={source} back={{ to: '/admin/messages', search: { status: 'open' } }}>
    {(enquiry, hands) => (
      <EntryLayout
        facts={
          <Panel id="entry" title={enquiry.name}>
            <Message enquiry={enquiry} />
          </Panel>
        }
        decision={<Decision enquiry={enquiry} hands={hands} />}
      />
    )}
  </QueueFrame>
)

function Decision({ enquiry, hands }: { enquiry: Enquiry; hands: QueueHands }) {
  const { id } = enquiry
  const mark = (answered: boolean) => api.content.admin.answerEnquiry({ enquiryId: id, answered })
  const answered = useDecision({
    ...{ id, hands, done: words('marked') },
    call: () => mark(true),
    undo: () => mark(false),
  })
  const whatsApp = whatsAppLink(enquiry.phone)
  const link = buttonClass({ variant: 'secondary' }, 'grow')
  return (
    <DecisionPanel choices={[{ ...answered, name: 'approve', label: words('markAnswered'), variant: 'primary' }]}>
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
