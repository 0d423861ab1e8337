import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LocalDate } from '../../kernel/dates.ts'
import type { MoveQuote } from '../../modules/booking/contract.ts'
import { type BookingView, paymentHref } from '../../modules/booking/index.ts'
import type { Leg } from '../../services/trip.ts'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { type AvailableDay, useAvailability } from '../booking-form/availability.tsx'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { useDates } from '../intl/dates.ts'
import { useMailText } from '../intl/mail-text.ts'
import { useGo } from '../routing/link.tsx'

export interface MoveAccess {
  readonly booking: BookingView
  /** Of the link that opened the booking; undefined for its owner. */
  readonly token: string | undefined
  /** Reads the booking again. */
  readonly onMoved: () => void
}
type Asked = 'slots' | 'time' | null
/** What the chosen day asks for. A transfer asks for a time on a whole day too. */
function askedOn(day: AvailableDay | undefined, booked: Start): Asked {
  if (!day || day.departures.length === 0) return null
  if (day.departures.some(({ time }) => time !== null)) return 'slots'
  const hasHours = day.departures.some(({ hours }) => hours !== null)
  return hasHours || booked.time !== null ? 'time' : null
}

/** The old time where the new day has it too. */
function keptTime(day: AvailableDay, { time }: Start): string {
  const departure = day.departures.find((each) => each.time === time || each.hours !== null)
  return time !== null && departure?.reason === null ? time : ''
}

export interface Start {
  readonly date: LocalDate
  readonly time: string | null
}
export function bookedStart({ travel_date, travel_time, return_leg: back }: BookingView, leg: Leg): Start {
  const start = leg === 'return' && back ? back : { travel_date, travel_time }
  return { date: start.travel_date ?? '', time: start.travel_time }
}

/** The chosen start of a leg, and what its day asks for. Without a choice the leg stays. */
function useStart(booking: BookingView, leg: Leg) {
  const booked = bookedStart(booking, leg)
  const [date, setDate] = useState<LocalDate>('')
  const [typed, setTime] = useState<string | null>(null)
  const service = { id: booking.service_id, kind: booking.service_type }
  const days = useQuery({ ...useAvailability(service)(date, date), enabled: date !== '' })
  const day = days.data?.days[0]
  const asked = askedOn(day, booked)
  const time = asked === null ? '' : (typed ?? (day ? keptTime(day, booked) : ''))
  const isChosen = date !== ''
  const isOpen = isChosen && (day === undefined || (asked !== null && time === ''))
  const after: Start = isChosen ? { date, time: time || null } : booked
  return { date, time, day, asked, booked, after, isChosen, isOpen, isFailed: days.isError, setDate, setTime }
}

/** The choice of new departures, what the server says about them, and the move. */
export function useMove(access: MoveAccess, onClose: () => void) {
  const { booking, token } = access
  const { api } = useShop()
  const [leg, setLeg] = useState<Leg>('outbound')
  const [outbound, back] = [useStart(booking, 'outbound'), useStart(booking, 'return')]
  const { setDate, setTime, ...start } = leg === 'return' ? back : outbound
  const [isAsking, setAsking] = useState(false)
  const starts = {
    ...{ travel_date: outbound.after.date, travel_time: outbound.after.time },
    ...(back.isChosen && { return_leg_date: back.after.date, return_leg_time: back.after.time }),
  }
  const to = { bookingId: booking.id, token, ...starts }
  const quote = useQuery({
    queryKey: ['move-quote', booking.id, booking.version, starts],
    queryFn: () => api.booking.quoteMove(to),
    enabled: (outbound.isChosen || back.isChosen) && !outbound.isOpen && !back.isOpen,
    retry: false,
    staleTime: 0,
  })
  const { send, isSending, fault, setFault } = useSend(access, { onDone: onClose, onRefused: () => setAsking(false) })
  return {
    ...{ ...start, quote, fault, isAsking, isSending, setAsking, leg, setLeg },
    after: [outbound.after, ...(booking.return_leg ? [back.after] : [])],
    send: () => (quote.data ? send({ to, quote: quote.data }) : undefined),
    chooseDay: (next: LocalDate) => {
      setDate(next)
      setTime(null)
      setFault('')
    },
    chooseTime: (next: string) => {
      setTime(next)
      setFault('')
    },
  }
}
export type Move = ReturnType<typeof useMove>

interface Sent {
  readonly to: {
    readonly bookingId: string
    readonly token: string | undefined
    readonly travel_date: LocalDate
    readonly travel_time: string | null
    readonly return_leg_date?: LocalDate
    readonly return_leg_time?: string | null
  }
  readonly quote: MoveQuote
}

/** Moves the booking once, however often the same request is sent. */
function useSend({ booking, onMoved }: MoveAccess, then: { onDone: () => void; onRefused: () => void }) {
  const { api } = useShop()
  const t = useMailText('moveBooking')
  const { shortDayAndYear } = useDates()
  const client = useQueryClient()
  const go = useGo()
  const keys = useRef(memoryKeys())
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState('')
  const send = async ({ to, quote }: Sent) => {
    if (isSending) return
    const request = { ...to, expected_amount: quote.new_amount, version: quote.version }
    setSending(true)
    setFault('')
    try {
      const moved = await api.booking.move(request, { context: { idempotencyKey: requestKey(keys.current, request) } })
      if (moved.prepared_move) return go(paymentHref(booking.id, to.token))
      const [day, back] = [to.travel_date, to.return_leg_date ?? booking.return_leg?.travel_date].map(
        (day) => day && shortDayAndYear(day),
      )
      const description = back ? t('doneBoth', { day: day ?? '', back }) : t('doneText', { day: day ?? '' })
      showToast({ tone: 'success', title: t('done'), description })
      then.onDone()
    } catch (error) {
      const { message, errors } = readProblem(error)
      setFault(errors[0]?.message || message || t('failed'))
      then.onRefused()
      void client.invalidateQueries({ queryKey: ['availability', booking.service_id] })
      void client.invalidateQueries({ queryKey: ['move-quote', booking.id] })
    } finally {
      setSending(false)
      onMoved()
    }
  }
  return { send, isSending, fault, setFault }
}
