import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, bookingMessagesQuery } from '../client/queries.ts'
import { useShownInstant } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import type { MessageAgencyProps } from './message-form.tsx'
import { Section } from './section.tsx'

const MessageForm = lazy(async () => ({ default: (await import('./message-form.tsx')).MessageForm }))

/** What the customer wrote to the agency about the booking, and a message more. */
export function MessageAgency({ booking, access }: MessageAgencyProps) {
  const t = useText('myBooking')
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed')
  const isByForm = !access && booking.customer_phone === null
  return (
    <Section id="message-agency" title={t('message.heading')}>
      {access ? <SentMessages access={access} /> : null}
      {isByForm ? (
        <ShopLink href="/contact" className={buttonClass({ variant: 'secondary' })}>
          {t('message.open')}
        </ShopLink>
      ) : state === 'open' ? (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <MessageForm booking={booking} access={access} onSent={() => setState('sent')} />
        </Suspense>
      ) : (
        <>
          {state === 'sent' ? <Thanks email={booking.customer_email} /> : null}
          <Button variant="secondary" onClick={() => setState('open')}>
            {t('message.open')}
          </Button>
        </>
      )}
    </Section>
  )
}

/** Takes the focus of the form that it follows. */
function Thanks({ email }: { email: string }) {
  const t = useText('myBooking')
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <p ref={place} role="status" tabIndex={-1} className="mb-4 wrap-anywhere outline-none">
      {t('message.sent', { email })}
    </p>
  )
}

function SentMessages({ access }: { access: BookingAccess }) {
  const t = useText('myBooking')
  const { api } = useShop()
  const instant = useShownInstant()
  const { data } = useQuery(bookingMessagesQuery(api, access))
  if (!data || data.items.length === 0) return null
  return (
    <ul aria-label={t('message.list')} className="mb-4 grid gap-3">
      {data.items.map(({ id, message, created_at, answered_at, replies }) => (
        <li key={id} className="rounded-lg border border-line bg-surface p-4">
          <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            <time dateTime={created_at}>{t('message.at', { date: instant(created_at) })}</time>
            <Badge tone={answered_at ? 'success' : 'neutral'}>
              {answered_at ? t('message.answered', { date: instant(answered_at) }) : t('message.waiting')}
            </Badge>
          </p>
          {replies.map((reply) => (
            <div key={reply.id} className="mt-3 border-s-2 border-line ps-3">
              <p className="text-sm font-semibold">{t('message.reply')}</p>
              <p className="wrap-anywhere whitespace-pre-wrap">{reply.message}</p>
              <p className="mt-1 text-sm text-ink-2">
                <time dateTime={reply.created_at}>{instant(reply.created_at)}</time>
              </p>
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
