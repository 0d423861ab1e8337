import { Check, Clock, Undo2 } from 'lucide-react'
import type { CheckInParty } from '../../modules/booking/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type Person, type PersonState, stateOf } from './arrivals.ts'
import type { MarkQueue } from './mark-queue.ts'
import type { WaitingMark } from './mark-store.ts'
import { clockOf, nameOf } from './words.ts'

const t = textOf('checkIn')

type Props = {
  party: CheckInParty
  person: Person
  marks: readonly WaitingMark[]
  queue: MarkQueue
  /** Null: check-in is not possible now. */
  onMark: ((position: number) => void) | null
  onUndone: () => void
}

/** A traveller with a state: arrived, waiting to be sent, not accepted, or not arrived. */
export function PersonRow({ party, person, marks, queue, onMark, onUndone }: Props) {
  const name = nameOf(person, party.people)
  const state = stateOf(party, person, marks)
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
      <div className="min-w-0 flex-1 basis-28">
        <p className="wrap-anywhere">{name}</p>
        <Status state={state} />
      </div>
      {state.kind === 'open' && onMark ? (
        <Button
          variant="secondary"
          icon={<Check aria-hidden="true" />}
          aria-label={t('checkInOf', { name })}
          onClick={() => onMark(person.position)}
        >
          {t('checkIn')}
        </Button>
      ) : null}
      {state.kind === 'arrived' ? (
        <UndoButton checkInId={state.arrival.check_in_id} name={name} onUndone={onUndone} />
      ) : null}
      {state.kind === 'waiting' && state.mark.tries === 0 ? (
        <Button
          variant="quiet"
          icon={<Undo2 aria-hidden="true" className="mirror" />}
          aria-label={t('undoOf', { name })}
          onClick={() => queue.takeBack(state.mark.mark_id)}
        >
          {t('undo')}
        </Button>
      ) : null}
      {state.kind === 'refused' ? (
        <span className="flex flex-wrap gap-2">
          {onMark && (state.mark.refusal === 'unpaid' || state.mark.refusal === 'unconfirmed') ? (
            <Button variant="secondary" aria-label={t('checkInOf', { name })} onClick={() => onMark(person.position)}>
              {t('checkIn')}
            </Button>
          ) : null}
          <Button
            variant="quiet"
            aria-label={t('dismissOf', { name })}
            onClick={() => queue.dismiss(state.mark.mark_id)}
          >
            {t('dismiss')}
          </Button>
        </span>
      ) : null}
    </li>
  )
}

function Status({ state }: { state: PersonState }) {
  if (state.kind === 'arrived')
    return (
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <Badge tone="success" icon={<Check aria-hidden="true" />}>
          {t('arrived')}
        </Badge>
        {t('arrivedAt', { time: clockOf(state.arrival.at), by: state.arrival.by })}
      </p>
    )
  if (state.kind === 'waiting')
    return (
      <Badge tone="warn" icon={<Clock aria-hidden="true" />}>
        {t('waiting')}
      </Badge>
    )
  if (state.kind === 'refused' && state.mark.refusal)
    return (
      <p role="alert" className="text-sm text-danger">
        {t(`refusals.${state.mark.refusal}`)}
      </p>
    )
  return <p className="text-sm text-ink-2">{t('notArrived')}</p>
}

/** Needs a connection: two devices must not disagree about whose arrival was undone. */
function UndoButton({ checkInId, name, onUndone }: { checkInId: string; name: string; onUndone: () => void }) {
  const undo = useAction(
    () => api.booking.admin.checkIn.undo({ check_in_id: checkInId }),
    { done: t('undone', { name }), failed: t('undoFailed'), sayReason: true },
    onUndone,
  )
  return (
    <Button
      variant="quiet"
      icon={<Undo2 aria-hidden="true" className="mirror" />}
      aria-label={t('undoOf', { name })}
      loading={undo.isPending}
      onClick={undo.run}
    >
      {t('undo')}
    </Button>
  )
}
