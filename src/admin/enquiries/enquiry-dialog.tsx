import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail, MessageCircle } from 'lucide-react'
import { useRef, useState } from 'react'
import { languageOf } from '../../kernel/language-offer.ts'
import type { Enquiry, EnquiryState } from '../../modules/content/index.ts'
import { findKind } from '../../services/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { useAction } from '../actions.ts'
import { agencyLanguages, languageName } from '../agency-languages.ts'
import { api } from '../api.ts'
import { Fault, type Row, Rows } from '../bookings/panel.tsx'
import { Email } from '../labels.tsx'
import { useUnsaved } from '../lists/use-unsaved.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { ReplyForm } from './reply-form.tsx'
import { ThreadEntries } from './thread.tsx'
import { useRefreshEnquiries, useThread } from './use-thread.ts'

const t = textOf('enquiries')
const shell = textOf('shell')

export function EnquiryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const message = useQuery({
    queryKey: ['enquiry', id],
    queryFn: () => api.content.admin.enquiry({ enquiryId: id }),
  })
  const [isDirty, setDirty] = useState(false)
  // Closing the dialog also navigates; do not ask twice about unsaved changes.
  const isClosed = useRef(false)
  const { leave, question } = useUnsaved(isDirty, () => !isClosed.current)
  const close = () =>
    leave(() => {
      isClosed.current = true
      onClose()
    })
  return (
    <>
      <Dialog
        open
        onClose={close}
        size="wide"
        keepOnOutsidePress={isDirty}
        title={message.data ? t('detail', { name: message.data.name }) : t('title')}
        closeLabel={t('close')}
        footer={message.data ? <Steps enquiry={message.data} /> : null}
      >
        {message.isPending ? <LoadingIndicator type="search" message={t('loadingOne')} /> : null}
        {message.isError ? (
          <EmptyState
            title={t('failedOne')}
            action={<Button onClick={() => void message.refetch()}>{shell('retry')}</Button>}
          />
        ) : null}
        {message.data ? (
          <div className="grid gap-5">
            <Message enquiry={message.data} />
            <Conversation enquiry={message.data} onDirty={setDirty} />
            <OtherWays enquiry={message.data} />
          </div>
        ) : null}
      </Dialog>
      {question}
    </>
  )
}

type ConversationProps = { enquiry: Enquiry; onDirty: (isDirty: boolean) => void }

/** What was written since, and the reply. */
function Conversation({ enquiry, onDirty }: ConversationProps) {
  const thread = useThread(enquiry.id)
  if (thread.data)
    return (
      <>
        <ThreadEntries enquiry={enquiry} thread={thread.data} />
        <ReplyForm enquiry={enquiry} thread={thread.data} onDirty={onDirty} />
      </>
    )
  if (thread.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2">
        {t('threadFailed')}
        <Button variant="secondary" size="sm" onClick={() => void thread.refetch()}>
          {shell('retry')}
        </Button>
      </p>
    )
  return <LoadingIndicator type="search" message={t('loadingOne')} />
}

const stateTones = { new: 'warn', answered: 'success', closed: 'neutral' } as const
export const StateBadge = ({ state }: Pick<Enquiry, 'state'>) => (
  <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>
)

export function Message({ enquiry }: { enquiry: Enquiry }) {
  const { answered_at: answeredAt, answered_by: answeredBy } = enquiry
  return (
    <div className="grid gap-4 wrap-anywhere">
      <p className="flex flex-wrap gap-1.5">
        <Badge>{t(`topics.${enquiry.topic}`)}</Badge>
        <StateBadge state={enquiry.state} />
      </p>
      <h3 className="text-lg">
        <Item enquiry={enquiry} />
      </h3>
      <p className="typed whitespace-pre-wrap">{enquiry.message}</p>
      <OfBooking bookingId={enquiry.booking_id} />
      <Rows
        rows={[
          [t('name'), enquiry.name],
          [t('email'), <Email key="email" address={enquiry.email} />],
          [t('phone'), <bdi key="phone">{enquiry.phone}</bdi>],
          [t('travelDates'), enquiry.travel_dates],
          [t('travellers'), enquiry.travellers],
          ...readersLanguage(enquiry),
          [t('received'), dateTime(enquiry.created_at)],
        ]}
      />
      {answeredAt ? (
        <p className="text-sm text-ink-2">{t('answeredBy', { name: answeredBy ?? '', at: dateTime(answeredAt) })}</p>
      ) : null}
    </div>
  )
}

/** Of the page it was written on, and of the frame of our replies. Empty in a shop of one language. */
function readersLanguage({ language }: Enquiry): Row[] {
  const offer = agencyLanguages()
  return offer.all.length < 2 ? [] : [[t('language'), languageName(languageOf(language, offer))]]
}

/** The subject: a request for other dates leads to its item. */
function Item({ enquiry: { subject, service_id, service_type } }: { enquiry: Enquiry }) {
  const mayEnter = useMayEnter('catalogue')
  const section = findKind(service_type ?? '')?.adminSection
  if (!service_id || !section || !mayEnter) return subject
  return <Link to={`/admin/${section}/${service_id}` as never}>{subject}</Link>
}

function OfBooking({ bookingId }: { bookingId: string | null }) {
  const mayEnter = useMayEnter('bookings')
  if (!bookingId || !mayEnter) return null
  return (
    <p>
      <Link to="/admin/bookings" search={{ booking: bookingId } as never} className="underline">
        {t('openBooking')}
      </Link>
    </p>
  )
}

/** The other ways to reply, outside the shop. */
function OtherWays({ enquiry }: { enquiry: Enquiry }) {
  const whatsApp = whatsAppLink(enquiry.phone)
  return (
    <p className="flex flex-wrap gap-2">
      <a href={mailLink(enquiry)} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
        <Mail aria-hidden="true" /> {t('replyMail')}
      </a>
      {whatsApp ? (
        <a
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          <MessageCircle aria-hidden="true" /> {t('replyWhatsApp')}
        </a>
      ) : null}
    </p>
  )
}

const Steps = ({ enquiry }: { enquiry: Enquiry }) => (
  <>
    <Step enquiry={enquiry} to={enquiry.state === 'new' ? 'answered' : 'new'} />
    {enquiry.state === 'closed' ? null : <Step enquiry={enquiry} to="closed" />}
  </>
)

const stepWords = {
  new: ['markNew', 'reopened'],
  answered: ['markAnswered', 'marked'],
  closed: ['closeMessage', 'closed'],
} as const

/** Each is undone by another of them. */
function Step({ enquiry, to }: { enquiry: Enquiry; to: EnquiryState }) {
  const refresh = useRefreshEnquiries()
  const [label, done] = stepWords[to]
  const mark = useAction(
    () => api.content.admin.setState({ enquiryId: enquiry.id, state: to }),
    { done: t(done), failed: t('markFailed') },
    refresh,
  )
  return (
    <>
      <Fault fault={mark.fault} />
      <Button variant="secondary" loading={mark.isPending} onClick={mark.run}>
        {t(label)}
      </Button>
    </>
  )
}

export const mailLink = ({ email, subject }: Enquiry): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(t('replySubject', { subject }))}`

/** WhatsApp accepts numbers with a country code only. */
export function whatsAppLink(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  return /^\s*(\+|00)/.test(phone) && digits.length >= 8 ? `https://wa.me/${digits.replace(/^00/, '')}` : null
}
