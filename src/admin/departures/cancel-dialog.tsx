import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CancellableDeparture, DeparturePage } from '../../modules/booking/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { Select } from '../../ui/select.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { CancelFields } from './cancel-fields.tsx'
import { type CancelForm, cancellationOf, isMoving, kindFor, sentChoice, sumsOf } from './cancel-form.ts'
import { MailPreview } from './mail-preview.tsx'

const t = textOf('departureCancel')
type Props = { page: DeparturePage; onChanged: () => void; onClose: () => void }

/** Cancels a departure: first choose what happens to each booking, then preview the mail. */
export function CancelDepartureDialog({ page, onChanged, onClose }: Props) {
  const { service_id, date, time } = page
  const query = useQuery({
    queryKey: ['departure-cancellation', service_id, date, time],
    queryFn: () => api.booking.admin.cancellableDeparture({ service_id, date, ...(time && { time }) }),
    // Always load current amounts and bookings.
    staleTime: 0,
    gcTime: 0,
  })
  const reload = () => {
    void query.refetch()
    onChanged()
  }
  if (query.data) return <CancelEditor page={page} listed={query.data} onSettled={reload} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('title')} closeLabel={t('keepDeparture')}>
      <LoadedList query={query} words={t}>
        {() => null}
      </LoadedList>
    </Dialog>
  )
}

const noTarget = { date: '', time: '' }
type EditorProps = { page: DeparturePage; listed: CancellableDeparture; onSettled: () => void; onClose: () => void }

function CancelEditor({ page, listed, onSettled, onClose }: EditorProps) {
  const mayRefund = useMayEnter('refunds')
  const start: CancelForm = {
    choice: mayRefund ? 'refund_in_full' : 'refund_by_terms',
    own: {},
    target: noTarget,
    reason: '',
    note: '',
  }
  const { form, change, isChanged, wrong, setWrong } = useEdited(start)
  const [isReview, setReview] = useState(false)
  const [keys] = useState(memoryKeys)
  const request = cancellationOf(page, form, listed)
  const save = useAction(
    () => api.booking.admin.cancelDeparture(request, { context: { idempotencyKey: requestKey(keys, request) } }),
    { done: t('done'), failed: t('saveFailed'), sayReason: true },
    () => {
      // After a refusal, show the current bookings.
      setReview(false)
      onSettled()
    },
    onClose,
  )
  const send = () => {
    const missing: Record<string, string> = {
      ...(form.reason.trim() === '' && { reason: t('needReason') }),
      ...(isMoving(form, listed.bookings) && form.target.date === '' && { target: t('needTarget') }),
    }
    setWrong(missing)
    if (Object.keys(missing).length > 0) return
    if (isReview || listed.bookings.length === 0) save.run()
    else setReview(true)
  }
  const isLast = isReview || listed.bookings.length === 0
  return (
    <EditorDialog
      title={t('title')}
      isChanged={isChanged}
      save={save}
      saveLabel={isLast ? t('submit') : t('next')}
      cancelLabel={t('keepDeparture')}
      isDanger={isLast}
      onSave={send}
      onClose={onClose}
    >
      {isReview ? (
        <Review {...{ page, form, listed }} onBack={() => setReview(false)} />
      ) : (
        <CancelFields
          item={{ id: page.service_id, kind: page.service_type, isGroupOnly: page.is_group_only }}
          form={form}
          bookings={listed.bookings}
          mayRefund={mayRefund}
          errors={{ ...save.errors, ...wrong }}
          onChange={change}
        />
      )}
    </EditorDialog>
  )
}

type ReviewProps = Pick<EditorProps, 'page' | 'listed'> & { form: CancelForm; onBack: () => void }

function Review({ page, form, listed: { bookings }, onBack }: ReviewProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const [chosen, setChosen] = useState(bookings[0]?.id ?? '')
  const booking = bookings.find(({ id }) => id === chosen) ?? bookings[0]
  const { service_id, date, time } = page
  const { reason, note } = form
  const kind = booking ? kindFor(form, booking) : 'keep'
  const input = {
    service_id,
    date,
    time,
    reason,
    note,
    booking_id: booking?.id ?? '',
    choice: sentChoice(kind, form.target),
  }
  const preview = useQuery({
    queryKey: ['departure-cancellation-mail', input],
    queryFn: () => api.booking.admin.previewDepartureCancellation(input),
  })
  const sums = sumsOf(form, bookings)
  return (
    <>
      <div>
        <Button
          variant="quiet"
          className="-ms-4"
          icon={<ArrowLeft aria-hidden="true" className="mirror" />}
          onClick={onBack}
        >
          {t('back')}
        </Button>
      </div>
      <h3 ref={head} tabIndex={-1} className="text-lg font-semibold">
        {t('review')}
      </h3>
      <ul className="list-disc ps-5">
        <li>{t('sumCancelled', { count: sums.cancelled })}</li>
        {sums.moved > 0 ? <li>{t('sumMoved', { count: sums.moved })}</li> : null}
        {sums.kept > 0 ? <li>{t('sumKept', { count: sums.kept })}</li> : null}
        {sums.refunds ? <li>{t('sumRefund', { amount: sums.refunds })}</li> : null}
        <li>{t('recipients', { count: new Set(bookings.map(({ customer_email: email }) => email)).size })}</li>
      </ul>
      <Field label={t('previewFor')}>
        <Select
          value={booking?.id ?? ''}
          onChange={(event) => setChosen(event.target.value)}
          options={bookings.map((each) => ({
            value: each.id,
            label: t('recipient', {
              name: each.customer_name,
              email: each.customer_email,
              reference: each.booking_reference,
            }),
          }))}
        />
      </Field>
      <MailPreview query={preview} />
    </>
  )
}
