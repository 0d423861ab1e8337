import { Upload } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api, sendIssued } from '../api.ts'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'
import { OpenFile } from './open-file.tsx'
import { type Booking, Fault, Panel } from './panel.tsx'
import { isTravelling, nameOf, text } from './traveller-names.ts'

const DeliverDialog = lazy(() => import('./deliver-dialog.tsx'))
const t = textOf('papers')
type Issuing = NonNullable<Booking['issuing']>
type Item = Issuing['items'][number]
type Props = { booking: Booking; issuing: Issuing; onDone: () => void }

/** Issued documents: a visa per traveller, or one clearance. They are uploaded first, then delivered. */
export function IssuedPanel({ booking, issuing, onDone }: Props) {
  const places = issuing.perTraveller
    ? booking.travelers
        .filter(isTravelling)
        .map((traveller) => ({ travelerId: text(traveller.id), name: nameOf(traveller) }))
    : [{ travelerId: null, name: issuing.label }]
  return (
    <Panel id="issued" title={t('issued', { label: issuing.label })}>
      <p className="text-sm text-ink-2">{t('issuedHint')}</p>
      <Submission booking={booking} onDone={onDone} />
      {places.length === 0 ? <p>{t('noTravellers')}</p> : null}
      <ul className="divide-y divide-line">
        {places.map((place) => (
          <Place key={place.travelerId} {...{ booking, issuing, onDone, ...place }} />
        ))}
      </ul>
    </Panel>
  )
}

/** When the application was submitted, or the button that records it. */
function Submission({ booking, onDone }: Pick<Props, 'booking' | 'onDone'>) {
  const at = booking.history.find(({ event }) => event === 'case-submitted')?.at
  const submit = useAction(
    () => api.booking.admin.submitCase({ bookingId: booking.id }),
    { done: t('submittedDone'), failed: t('submitFailed') },
    onDone,
  )
  if (at) return <p className="text-sm">{t('submittedAt', { at: dateTime(at) })}</p>
  if (booking.case_stage !== 'documents_received') return null
  return (
    <div>
      <Button size="sm" variant="secondary" loading={submit.isPending} onClick={submit.run}>
        {t('submit')}
      </Button>
      <Fault fault={submit.fault} />
    </div>
  )
}

type PlaceProps = Props & { travelerId: string | null; name: string }

function Place({ booking, issuing, travelerId, name, onDone }: PlaceProps) {
  const items = issuing.items.filter((item) => item.travelerId === travelerId).toReversed()
  const newest = items[0]
  const [isDelivering, setDelivering] = useState(false)
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <p className="font-semibold">{name}</p>
      {newest ? null : <p className="text-sm text-ink-2">{t('nothing')}</p>}
      {items.map((item) => (
        <Version key={item.id} item={item} name={name} />
      ))}
      {issuing.isOpen ? (
        <div className="flex flex-wrap gap-2">
          {/* First: after an upload the focus is on it, and Tab leads on to what follows. */}
          <UploadIssued {...{ bookingId: booking.id, travelerId, name, isFirst: !newest, onDone }} />
          {newest && !newest.deliveredAt ? (
            <Button
              size="sm"
              variant="secondary"
              aria-haspopup="dialog"
              onClick={() => setDelivering(true)}
              aria-label={t('deliverTo', { name })}
            >
              {t('deliver')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isDelivering && newest ? (
        <Suspense>
          <DeliverDialog {...{ booking, onDone }} items={[newest]} onClose={() => setDelivering(false)} />
        </Suspense>
      ) : null}
    </li>
  )
}

function Version({ item, name }: { item: Item; name: string }) {
  const { version, issuedBy, issuedAt, deliveredAt } = item
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="grid min-w-0 gap-1 text-sm">
        <p className="text-ink-2">{t('uploadedBy', { version, name: issuedBy, at: dateTime(issuedAt) })}</p>
        <p>
          <StatusBadge tone={deliveredAt ? 'success' : 'neutral'}>
            {deliveredAt ? t('delivered', { at: dateTime(deliveredAt) }) : t('notDelivered')}
          </StatusBadge>
        </p>
      </div>
      <OpenFile fileId={item.fileId} name={listed([name, t('version', { version })])} />
    </div>
  )
}

type UploadProps = {
  bookingId: string
  travelerId: string | null
  name: string
  isFirst: boolean
  onDone: () => void
}

/** Uploads on selection; customers see nothing until it is delivered. */
function UploadIssued({ bookingId, travelerId, name, isFirst, onDone }: UploadProps) {
  const id = useId()
  const chosen = useRef<File | null>(null)
  const send = useAction(
    async () => chosen.current && sendIssued(bookingId, travelerId, chosen.current),
    { done: t('uploaded'), failed: t('uploadFailed') },
    onDone,
  )
  return (
    <>
      <label
        htmlFor={id}
        className={buttonClass(
          { variant: 'secondary', size: 'sm' },
          'relative cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-strong has-disabled:opacity-60',
        )}
      >
        <Upload aria-hidden="true" />
        {t(isFirst ? 'upload' : 'replace')}
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,application/pdf"
          className="sr-only"
          aria-label={t('uploadFor', { name })}
          disabled={send.isPending}
          onChange={(event) => {
            chosen.current = event.currentTarget.files?.[0] ?? null
            // Lets the user choose the same file again after correcting it.
            event.currentTarget.value = ''
            // A cancelled file dialog changes nothing.
            if (chosen.current) send.run()
          }}
        />
      </label>
      <Fault fault={send.fault} />
    </>
  )
}
