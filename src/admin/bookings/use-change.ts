import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type ChangeDraft, changesApplication, emptyChange, type Wanted, wantedOf } from './change-draft.ts'
import type { ChangeQuote } from './change-price.tsx'
import type { Booking } from './panel.tsx'
import { isSubmitted } from './submitted.tsx'

const t = textOf('changeBooking')

/** What staff decide besides the change itself. */
interface Terms {
  readonly reason: string
  readonly difference: 'waive' | 'charge'
  readonly tells: boolean
  readonly isConfirmed: boolean
}
const emptyTerms: Terms = { reason: '', difference: 'charge', tells: true, isConfirmed: false }

type Using = { booking: Booking; onDone: () => void; onSaved: (booking: Booking) => void }

/** The draft of a change, its price, and saving it. */
export function useChange({ booking, onDone, onSaved }: Using) {
  const [draft, setDraft] = useState<ChangeDraft>(emptyChange)
  const [terms, setTerms] = useState(emptyTerms)
  const wanted = wantedOf(booking, draft)
  const isComplete = wanted.travel_date !== '' && wanted.return_leg_date !== ''
  const quote = useQuote(booking, isComplete ? wanted : {})
  const { data } = quote
  const isCharged = data?.settlement === 'dearer' && terms.difference === 'charge'
  const asksFirst = isSubmitted(booking) && changesApplication(wanted)
  const save = useSave({ booking, onDone, onSaved, wanted, terms, quote: data, isCharged })
  const canSave = data !== undefined && data.errors.length === 0 && data.objection === null
  return {
    ...{ draft, terms, quote, isCharged, asksFirst, save },
    change: (next: Partial<ChangeDraft>) => {
      save.reset()
      setDraft((known) => ({ ...known, ...next }))
    },
    decide: (next: Partial<Terms>) => {
      save.reset()
      setTerms((known) => ({ ...known, ...next }))
    },
    errors: { ...Object.fromEntries((data?.errors ?? []).map(({ path, message }) => [path, message])), ...save.errors },
    canSave: canSave && (!asksFirst || terms.isConfirmed),
  }
}
export type ChangeForm = ReturnType<typeof useChange>

type Saving = Using & { wanted: Wanted; terms: Terms; quote: ChangeQuote | undefined; isCharged: boolean }
function useSave({ booking, onDone, onSaved, wanted, terms, quote, isCharged }: Saving) {
  const queries = useQueryClient()
  const keys = useRef(memoryKeys())
  const send = () => {
    const request = {
      ...{ bookingId: booking.id, ...wanted, version: quote?.version ?? booking.version },
      ...{ reason: terms.reason.trim(), difference: terms.difference, tell_customer: terms.tells },
      ...{ expected_amount: isCharged ? quote?.departure_amount : quote?.new_amount, is_confirmed: terms.isConfirmed },
    }
    return api.booking.admin.change(request, { context: { idempotencyKey: requestKey(keys.current, request) } })
  }
  const done = (changed: Booking) => {
    onSaved(changed)
    const prepared = terms.tells ? t('prepared') : t('preparedSilent')
    return { tone: 'success' as const, title: isCharged ? prepared : t('done') }
  }
  return useAction(send, { done, failed: t('failed') }, () => {
    onDone()
    // A refused price or version is shown as it is now.
    void queries.invalidateQueries({ queryKey: ['change-quote', booking.id] })
  })
}

const pauseMs = 300
/** Asked once staff pause. Only a price of the present answers counts. */
function useQuote(booking: Booking, wanted: Wanted | Record<string, never>) {
  const asked = JSON.stringify(wanted)
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), pauseMs)
    return () => clearTimeout(timer)
  }, [asked])
  const isWanted = asked !== '{}'
  const isCurrent = settled === asked
  const quote = useQuery({
    queryKey: ['change-quote', booking.id, booking.version, settled],
    queryFn: () => api.booking.admin.quoteChange({ bookingId: booking.id, ...(JSON.parse(settled) as Wanted) }),
    enabled: isWanted && isCurrent,
    retry: false,
    gcTime: 0,
  })
  const isKnown = isWanted && isCurrent && !quote.isFetching
  return {
    data: isKnown && !quote.isError ? quote.data : undefined,
    error: isKnown && quote.isError ? quote.error : null,
    isChecking: isWanted && !isKnown,
    retry: () => void quote.refetch(),
  }
}
