import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail, MessageCircle } from 'lucide-react'
import type { Enquiry } from '../../modules/content/index.ts'
import { findKind } from '../../services/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault, Rows } from '../bookings/panel.tsx'
import { dateTime, Email } from '../labels.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'

const t = textOf('enquiries')
const shell = textOf('shell')

export function EnquiryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const message = useQuery({
    queryKey: ['enquiry', id],
    queryFn: () => api.content.admin.enquiry({ enquiryId: id }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={message.data ? t('detail', { name: message.data.name }) : t('title')}
      closeLabel={t('close')}
      footer={message.data ? <Answers enquiry={message.data} /> : null}
    >
      {message.isPending ? <LoadingIndicator type="search" message={t('loadingOne')} /> : null}
      {message.isError ? (
        <EmptyState
          title={t('failedOne')}
          action={<Button onClick={() => void message.refetch()}>{shell('retry')}</Button>}
        />
      ) : null}
      {message.data ? <Message enquiry={message.data} /> : null}
    </Dialog>
  )
}

export function Message({ enquiry }: { enquiry: Enquiry }) {
  const { answered_at: answeredAt, answered_by: answeredBy } = enquiry
  return (
    <div className="grid gap-4 wrap-anywhere">
      <p className="flex flex-wrap gap-1.5">
        <Badge>{t(`topics.${enquiry.topic}`)}</Badge>
        <Badge tone={answeredAt ? 'success' : 'warn'}>{t(answeredAt ? 'answered' : 'open')}</Badge>
      </p>
      <h3 className="text-lg">
        <Item enquiry={enquiry} />
      </h3>
      <p className="whitespace-pre-wrap">{enquiry.message}</p>
      <OfBooking bookingId={enquiry.booking_id} />
      <Rows
        rows={[
          [t('name'), enquiry.name],
          [t('email'), <Email key="email" address={enquiry.email} />],
          [t('phone'), <bdi key="phone">{enquiry.phone}</bdi>],
          [t('travelDates'), enquiry.travel_dates],
          [t('travellers'), enquiry.travellers],
          [t('received'), dateTime(enquiry.created_at)],
        ]}
      />
      {answeredAt ? (
        <p className="text-sm text-ink-2">{t('answeredBy', { name: answeredBy ?? '', at: dateTime(answeredAt) })}</p>
      ) : null}
    </div>
  )
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

function Answers({ enquiry }: { enquiry: Enquiry }) {
  const client = useQueryClient()
  const isAnswered = enquiry.answered_at !== null
  const mark = useAction(
    () => api.content.admin.answerEnquiry({ enquiryId: enquiry.id, answered: !isAnswered }),
    { done: t(isAnswered ? 'reopened' : 'marked'), failed: t('markFailed') },
    () => {
      for (const key of ['enquiry', 'enquiries', 'dashboard']) void client.invalidateQueries({ queryKey: [key] })
    },
  )
  const whatsApp = whatsAppLink(enquiry.phone)
  return (
    <>
      <Fault fault={mark.fault} />
      <a href={mailLink(enquiry)} className={buttonClass({ variant: 'secondary' })}>
        <Mail aria-hidden="true" /> {t('replyMail')}
      </a>
      {whatsApp ? (
        <a href={whatsApp} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: 'secondary' })}>
          <MessageCircle aria-hidden="true" /> {t('replyWhatsApp')}
        </a>
      ) : null}
      <Button loading={mark.isPending} onClick={mark.run}>
        {t(isAnswered ? 'markOpen' : 'markAnswered')}
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
