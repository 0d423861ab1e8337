import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { guests } from './words.ts'

const t = textOf('waitingList')
type Entry = Awaited<ReturnType<typeof api.inventory.admin.waiting.list>>['entries'][number]
const tones: Partial<Record<Entry['state'], Tone>> = { waiting: 'info', offered: 'warn', booked: 'success' }

type Props = { page: DeparturePage; onChanged: () => void }

/** The waiting list of the departure, in order; renders nothing if it never had an entry. */
export function WaitingList({ page, onChanged }: Props) {
  const client = useQueryClient()
  const departureId = page.departure_id
  const query = useQuery({
    queryKey: ['waiting-list', departureId],
    queryFn: () => api.inventory.admin.waiting.list({ departure_id: departureId ?? '' }),
    enabled: departureId !== null,
  })
  const changed = () => {
    void client.invalidateQueries({ queryKey: ['waiting-list'] })
    onChanged()
  }
  if (departureId === null || query.data?.entries.length === 0) return null
  return (
    <section className="card px-4 py-4 sm:px-5" aria-labelledby="departure-waiting">
      <h2 id="departure-waiting" className="text-lg">
        {t('title')}
      </h2>
      <LoadedList query={query} words={t}>
        {({ entries, has_more }) => (
          <>
            <ol className="mt-2 divide-y divide-line">
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} canOffer={!page.has_started} onChanged={changed} />
              ))}
            </ol>
            {has_more ? <p className="mt-2 text-ink-2">{t('more')}</p> : null}
          </>
        )}
      </LoadedList>
    </section>
  )
}

type RowProps = { entry: Entry; canOffer: boolean; onChanged: () => void }

function EntryRow({ entry, canOffer, onChanged }: RowProps) {
  const { state, offered_until: until, booking_id } = entry
  const isOpen = state === 'waiting' || state === 'offered'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="font-semibold">
          {entry.position === null ? null : `${entry.position}. `}
          {entry.name ?? entry.email}
        </p>
        {entry.name ? <p className="text-sm text-ink-2">{entry.email}</p> : null}
        <p className="text-sm text-ink-2">
          {guests(entry)} · {t('since', { at: dateTime(entry.since) })}
        </p>
        <p className="mt-1">
          <Badge tone={tones[state] ?? 'neutral'}>
            {until ? t('offeredUntil', { at: dateTime(until) }) : t(`states.${state}`)}
          </Badge>
          {booking_id ? (
            <Link to="/admin/bookings" search={{ booking: booking_id } as never} className="ms-2 underline">
              {t('booking')}
            </Link>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        {canOffer && (state === 'waiting' || state === 'expired') ? (
          <OfferButton entry={entry} onChanged={onChanged} />
        ) : null}
        {isOpen ? <RemoveButton entry={entry} onChanged={onChanged} /> : null}
      </div>
    </li>
  )
}

type ActionProps = Pick<RowProps, 'entry' | 'onChanged'>

/** An offer out of order, or after an unused one, needs a reason. */
function OfferButton({ entry, onChanged }: ActionProps) {
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const hide = () => setAsked(false)
  const offer = useAction(
    () => api.inventory.admin.waiting.offer({ entry_id: entry.id, reason }),
    { done: t('offered'), failed: t('offerFailed'), sayReason: true },
    onChanged,
    hide,
  )
  const needsReason = entry.position !== 1
  return (
    <>
      <Button variant="secondary" size="sm" icon={<BellRing aria-hidden="true" />} onClick={() => setAsked(true)}>
        {t('offer')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('offerTitle', { name: entry.name ?? entry.email })}
          confirm={t('offer')}
          isPending={offer.isPending}
          fault={offer.fault}
          onConfirm={offer.run}
          onClose={hide}
        >
          <p>{t('offerHint', { places: entry.places })}</p>
          {needsReason ? (
            <Field label={t('reason')} hint={t('reasonHint')} error={offer.errors.reason} required className="mt-4">
              <TextInput maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
            </Field>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function RemoveButton({ entry, onChanged }: ActionProps) {
  const [isAsked, setAsked] = useState(false)
  const hide = () => setAsked(false)
  const remove = useAction(
    () => api.inventory.admin.waiting.remove({ entry_id: entry.id }),
    { done: t('removed'), failed: t('removeFailed'), sayReason: true },
    onChanged,
    hide,
  )
  return (
    <>
      <Button variant="secondary" size="sm" icon={<UserMinus aria-hidden="true" />} onClick={() => setAsked(true)}>
        {t('remove')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('removeTitle', { name: entry.name ?? entry.email })}
          confirm={t('remove')}
          isPending={remove.isPending}
          fault={remove.fault}
          onConfirm={remove.run}
          onClose={hide}
        >
          <p>{t('removeHint')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
