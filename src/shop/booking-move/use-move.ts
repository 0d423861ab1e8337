import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LocalDate } from '../../kernel/dates.ts'
import type { BookingView } from '../../modules/booking/index.ts'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { type AvailableDay, useAvailability } from '../booking-form/availability.ts'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { longDay } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'

export interface MoveAccess {
  readonly booking: BookingView
  /** Of the link that opened the booking; undefined for its owner. */
  readonly token: string | undefined
  /** Reads the booking again. */
  readonly onMoved: () => void
}
type Asked = 'slots' | 'time' | null
/** What the chosen day asks for. A transfer asks for a time on a whole day too. */
function askedOn(day: AvailableDay | undefined, booking: BookingView): Asked {
  if (!day || day.departures.length === 0) return null
  if (day.departures.some(({ time }) => time !== null)) return 'slots'
  const hasHours = day.departures.some(({ hours }) => hours !== null)
  return hasHours || booking.travel_time !== null ? 'time' : null
}

/** The old time where the new day has it too. */
function keptTime(day: AvailableDay, { travel_time: time }: BookingView): string {
  const departure = day.departures.find((each) => each.time === time || each.hours !== null)
  return time !== null && departure?.reason === null ? time : ''
}

/** The choice of a new departure, what the server says about it, and the move. */
export function useMove({ booking, token, onMoved }: MoveAccess, onClose: () => void) {
  const { api } = useShop()
  const t = useText('moveBooking')
  const client = useQueryClient()
  const keys = useRef(memoryKeys())
  const [date, setDate] = useState<LocalDate>('')
  const [typed, setTime] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState('')
  const service = { id: booking.service_id, kind: booking.service_type }
  const days = useQuery({ ...useAvailability(service)(date, date), enabled: date !== '' })
  const day = days.data?.days[0]
  const asked = askedOn(day, booking)
  const time = asked === null ? '' : (typed ?? (day ? keptTime(day, booking) : ''))
  const start = { travel_date: date, travel_time: time || null }
  const id = { bookingId: booking.id, token }
  const quote = useQuery({
    queryKey: ['move-quote', booking.id, booking.version, date, time],
    queryFn: () => api.booking.quoteMove({ ...id, ...start }),
    enabled: date !== '' && day !== undefined && (asked === null || time !== ''),
    retry: false,
    staleTime: 0,
  })
  const send = async () => {
    if (!quote.data || isSending) return
    const { new_amount: expected_amount, version } = quote.data
    const request = { ...id, ...start, expected_amount, version }
    setSending(true)
    setFault('')
    try {
      await api.booking.move(request, { context: { idempotencyKey: requestKey(keys.current, request) } })
      showToast({ tone: 'success', title: t('done'), description: t('doneText', { day: longDay(date) }) })
      onMoved()
      onClose()
    } catch (error) {
      const { message, errors } = readProblem(error)
      setFault(errors[0]?.message || message || t('failed'))
      setAsking(false)
      void client.invalidateQueries({ queryKey: ['availability', booking.service_id] })
      void client.invalidateQueries({ queryKey: ['move-quote', booking.id] })
      onMoved()
    } finally {
      setSending(false)
    }
  }
  return {
    ...{ date, time, day, asked, quote, fault, isAsking, isSending, setAsking, send },
    isFailed: days.isError,
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
