import { useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { dateTime } from '../labels.tsx'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'
import { useAction } from './use-action.ts'

const t = textOf('transfer')
type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

/** The proof beside the decision: approve, reject, or ask for another proof. Once decided, nothing is offered (A173). */
export function TransferCard(props: Props) {
  return (
    <div className="grid gap-3">
      <Proofs payment={props.payment} />
      {props.payment.openRequest ? (
        <Notice tone="warn">
          {t('openRequest', { at: dateTime(props.payment.openRequest.at), reason: props.payment.openRequest.reason })}
        </Notice>
      ) : null}
      {props.payment.canDecide ? <Decision {...props} /> : null}
      {props.payment.canDecide ? <ProofAddress {...props} /> : null}
    </div>
  )
}

function Proofs({ payment }: { payment: AdminPayment }) {
  if (payment.proofs.length === 0) return <p className="text-ink-2">{t('noProof')}</p>
  return (
    <ul className="grid gap-2" aria-label={t('proof')}>
      {payment.proofs.map((proof) => (
        <li key={proof.id} className="rounded-sm border border-line p-3">
          {proof.fileId && proof.contentType?.startsWith('image/') ? (
            <img
              src={`/api/admin/files/${proof.fileId}`}
              alt={t('proof')}
              className="mb-2 max-h-80 w-full rounded-sm object-contain"
              loading="lazy"
            />
          ) : null}
          <p className="text-sm text-ink-2">
            {t('version', { version: proof.version, at: dateTime(proof.at) })} {t(`by.${proof.uploadedBy}`)}
          </p>
          {proof.fileId ? (
            <a
              href={`/api/admin/files/${proof.fileId}`}
              className={buttonClass({ variant: 'secondary', size: 'sm' }, 'mt-2')}
            >
              {t('openProof')}
            </a>
          ) : (
            <a
              href={proof.externalUrl ?? ''}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonClass({ variant: 'secondary', size: 'sm' }, 'mt-2')}
            >
              {t('openLink')}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function Decision({ booking, onDone }: Props) {
  const [notes, setNotes] = useState('')
  const [open, setOpen] = useState<'reject' | 'ask' | null>(null)
  const decide = (decision: 'approved' | 'rejected') =>
    api.payment.admin.decide({ bookingId: booking.id, decision, ...(notes.trim() && { admin_notes: notes.trim() }) })
  const approve = useAction(() => decide('approved'), { done: t('approved'), failed: t('approveFailed') }, onDone)
  const reject = useAction(
    () => decide('rejected'),
    { done: t('rejected'), failed: t('rejectFailed') },
    () => {
      setOpen(null)
      onDone()
    },
  )
  return (
    <>
      <Field label={t('notes')}>
        <TextArea rows={2} maxLength={10_000} value={notes} onChange={(event) => setNotes(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
          {t('approve')}
        </Button>
        <Button variant="danger" onClick={() => setOpen('reject')}>
          {t('reject')}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('ask')}>
          {t('ask')}
        </Button>
      </div>
      {open === 'reject' ? (
        <Dialog
          open
          onClose={() => setOpen(null)}
          keepOnOutsidePress
          title={t('rejectTitle')}
          closeLabel={t('cancel')}
          footer={
            <>
              <Button variant="secondary" onClick={() => setOpen(null)}>
                {t('cancel')}
              </Button>
              <Button variant="danger" loading={reject.isPending} onClick={() => reject.mutate(undefined)}>
                {t('reject')}
              </Button>
            </>
          }
        >
          <p>{t('rejectHint')}</p>
        </Dialog>
      ) : null}
      {open === 'ask' ? <AskDialog booking={booking} onClose={() => setOpen(null)} onDone={onDone} /> : null}
    </>
  )
}

function AskDialog({ booking, onClose, onDone }: { booking: Booking; onClose: () => void; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const ask = useAction(
    () => api.payment.admin.askForProof({ bookingId: booking.id, reason: reason.trim() }),
    { done: t('asked'), failed: t('askFailed') },
    () => {
      onClose()
      onDone()
    },
  )
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('askTitle')}
      closeLabel={t('cancel')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={ask.isPending} onClick={() => (reason.trim() ? ask.mutate(undefined) : setRefused(true))}>
            {t('send')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">{t('askHint')}</p>
      <Field label={t('askReason')} required error={isRefused && !reason.trim() ? t('askReasonNeeded') : undefined}>
        <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  )
}

/** A proof that came another way, by its http(s) address: a further version (D26). */
function ProofAddress({ booking, onDone }: Props) {
  const [url, setUrl] = useState('')
  const save = useAction(
    async () => {
      await api.payment.admin.setProofUrl({ bookingId: booking.id, url: url.trim() })
      setUrl('')
    },
    { done: t('urlUpdated'), failed: t('urlFailed') },
    onDone,
  )
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (url.trim()) save.mutate(undefined)
      }}
    >
      <Field label={t('url')} className="grow">
        <TextInput type="url" value={url} maxLength={2000} onChange={(event) => setUrl(event.target.value)} />
      </Field>
      <Button type="submit" variant="secondary" disabled={!url.trim()} loading={save.isPending}>
        {t('update')}
      </Button>
    </form>
  )
}
