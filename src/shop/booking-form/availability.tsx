import texts from 'shop-messages:groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type * as z from 'zod'
import { addDays, dateIn, type LocalDate } from '../../kernel/dates.ts'
import type { availability } from '../../modules/inventory/contract.ts'
import { useShop } from '../client/context.tsx'
import { longDay } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { AskForDates } from './ask-for-dates.tsx'
import type { BookingForm } from './use-booking-form.ts'

addMessages(texts)

/** A day as the server sells it. */
export type AvailableDay = z.infer<typeof availability>['days'][number]
type Service = { readonly id: string; readonly kind: string }
export type AvailableDays = ReadonlyMap<LocalDate, AvailableDay>

/** The server's days of a service. The calendar, the strip and the times share the answers. */
export function useAvailability({ id, kind }: Service) {
  const { api } = useShop()
  return (from: LocalDate, to: LocalDate) => ({
    queryKey: ['availability', id, from, to],
    queryFn: () => api.inventory.availability({ kind, idOrSlug: id, from, to }),
    staleTime: 30_000,
  })
}

export type DaysProps = {
  form: BookingForm
  /** How many days the strip shows. */
  days: number
  onDays: (days: AvailableDays) => void
}

/**
 * Reads what the server sells on the days of the strip, and on the chosen one beyond it. Draws the return of a group, and
 * is loaded late: until then, and where it cannot be read, the item's own rules stand in, and the server decides about the
 * request.
 */
export function Availability({ form, days, onDays }: DaysProps) {
  const t = useText('groups')
  const { service, draft, errors, now } = form
  const queryOf = useAvailability(service)
  const today = dateIn(service.schedule.timeZone, now ?? new Date())
  const last = addDays(today, days - 1)
  const chosen = draft.date
  const isBeyond = chosen !== '' && (chosen < today || chosen > last)
  const { data: near } = useQuery(queryOf(today, last))
  const { data: far } = useQuery({ ...queryOf(chosen, chosen), enabled: isBeyond })
  const client = useQueryClient()
  // What is wrong with the choice: somebody else may have taken the places.
  const fault = errors.travel_time ?? errors.travel_date
  useEffect(() => {
    if (fault) void client.invalidateQueries({ queryKey: ['availability', service.id] })
  }, [fault, client, service.id])
  const known = useMemo(
    () => new Map([near, far].flatMap((answer) => answer?.days ?? []).map((day) => [day.date, day])),
    [near, far],
  )
  useEffect(() => onDays(known), [known, onDays])
  const back = known.get(chosen)?.departures.find(({ time }) => time === (draft.time || null))?.return_date
  return (
    <div className="-mt-3 empty:hidden">
      {back ? <p className="text-sm font-medium">{t('back', { day: longDay(back) })}</p> : null}
      <AskForDates form={form} />
    </div>
  )
}
