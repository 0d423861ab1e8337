import { useState } from 'react'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/choices.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { type ChoiceKind, sentChoice, type Target } from './cancel-form.ts'
import { TargetFields } from './target-fields.tsx'

const t = textOf('departureCancel')
type Stuck = NonNullable<DeparturePage['cancellation']>['stuck'][number]
type Props = { page: DeparturePage; onChanged: () => void }

/** Stuck bookings of a cancelled departure, with the reason. Staff retry, or make another choice. */
export function StuckBookings({ page, onChanged }: Props) {
  const [chosen, setChosen] = useState<Stuck | null>(null)
  const stuck = page.cancellation?.stuck ?? []
  if (stuck.length === 0) return null
  return (
    <div className="mt-3">
      <p className="font-semibold">{t('stuckTitle', { count: stuck.length })}</p>
      <ul className="divide-y divide-line">
        {stuck.map((each) => (
          <li key={each.booking_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="min-w-0 wrap-anywhere">
              {each.customer_name} <bdi>{each.booking_reference}</bdi>: {each.problem}
            </span>
            <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setChosen(each)}>
              {t('again')} <span className="sr-only">{each.booking_reference}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <AgainDialog page={page} booking={chosen} onChanged={onChanged} onClose={() => setChosen(null)} />
      ) : null}
    </div>
  )
}

type DialogProps = Props & { booking: Stuck; onClose: () => void }
type Form = { readonly choice: ChoiceKind; readonly target: Target }
const start: Form = { choice: 'move', target: { date: '', time: '' } }

function AgainDialog({ page, booking, onChanged, onClose }: DialogProps) {
  const { service_id, date, time } = page
  const mayRefund = useMayEnter('refunds')
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>(start)
  const choice = sentChoice(form.choice, form.target)
  const retry = { service_id, date, time, booking_id: booking.booking_id, choice }
  const save = useAction(
    () => api.booking.admin.retryDepartureCancellation(retry),
    { done: t('againDone'), failed: t('againFailed'), sayReason: true },
    onChanged,
    onClose,
  )
  const send = () => {
    const missing: Record<string, string> =
      form.choice === 'move' && form.target.date === '' ? { target: t('needTarget') } : {}
    setWrong(missing)
    if (Object.keys(missing).length === 0) save.run()
  }
  return (
    <EditorDialog
      title={t('againTitle', { reference: booking.booking_reference })}
      isChanged={isChanged}
      save={save}
      saveLabel={t('againSubmit')}
      cancelLabel={t('againCancel')}
      onSave={send}
      onClose={onClose}
    >
      <p>{booking.problem}</p>
      <RadioCards
        legend={t('choiceOf', { reference: booking.booking_reference })}
        name="again-choice"
        value={form.choice}
        onChange={(value) => change({ choice: value as ChoiceKind })}
        options={[
          { value: 'move', title: t('move'), description: t('moveHint') },
          ...(mayRefund ? [{ value: 'refund_in_full', title: t('full'), description: t('fullHint') }] : []),
          { value: 'refund_by_terms', title: t('terms'), description: t('termsHint') },
          { value: 'keep', title: t('keep'), description: t('keepHint') },
        ]}
      />
      {form.choice === 'move' ? (
        <TargetFields
          item={{ id: service_id, kind: page.service_type, isGroupOnly: page.is_group_only }}
          target={form.target}
          error={save.errors.choice ?? wrong.target}
          onChange={(target) => change({ target })}
        />
      ) : null}
    </EditorDialog>
  )
}
