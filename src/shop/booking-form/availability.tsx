import texts from 'shop-messages:groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type * as z from 'zod'
import { addDays, dateIn, type LocalDate } from '../../kernel/dates.ts'
import type { availability } from '../../modules/inventory/contract.ts'
import { useSay } from '../../ui/say.tsx'
import { useShop } from '../client/context.tsx'
import { useDates } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { kindRules } from '../routing/kind-parts.ts'
import { fullDepartures, NotifyMe } from '../waiting-list/notify-me.tsx'
import { OfferNotice, useOffer, withOffer } from '../waiting-list/use-offer.tsx'
import { AskForDates } from './ask-for-dates.tsx'
import { useControlId } from './control-id.ts'
import { GoneChoice } from './gone-choice.tsx'
import { NearestStarts } from './nearest-starts.tsx'
import type { BookingForm } from './use-booking-form.ts'
import { Wanted } from './wanted.tsx'

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

/** A day from the address, the calendar or an older visit may be out of sight in the strip. */
function useDayInSight(stripId: string, day: LocalDate): void {
  useEffect(() => {
    if (day === '') return
    const chosen = document.getElementById(stripId)?.querySelector('input:checked')?.closest('label')
    const strip = chosen?.parentElement
    if (!chosen || !strip) return
    const [own, around] = [chosen.getBoundingClientRect(), strip.getBoundingClientRect()]
    if (own.left < around.left || own.right > around.right)
      strip.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2
  }, [stripId, day])
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
  const { longDay } = useDates()
  const t = useText('groups')
  const { service, draft, errors, now } = form
  const queryOf = useAvailability(service)
  const today = dateIn(service.schedule.timeZone, now ?? new Date())
  const last = addDays(today, days - 1)
  const chosen = draft.date
  useDayInSight(useControlId()('travel_date'), chosen)
  // A choice that turns out to be sold out is cleared, and can still be waited for.
  const [was, setWas] = useState(chosen)
  if (chosen !== '' && chosen !== was) setWas(chosen)
  const asked = chosen || was
  const isBeyond = asked !== '' && (asked < today || asked > last)
  const { data: near } = useQuery(queryOf(today, last))
  const { data: far } = useQuery({ ...queryOf(asked, asked), enabled: isBeyond })
  const client = useQueryClient()
  // What is wrong with the choice: somebody else may have taken the places.
  const fault = errors.travel_time ?? errors.travel_date
  useEffect(() => {
    if (fault) void client.invalidateQueries({ queryKey: ['availability', service.id] })
  }, [fault, client, service.id])
  const offer = useOffer(form)
  const known = useMemo(
    () => withOffer(new Map([near, far].flatMap((answer) => answer?.days ?? []).map((day) => [day.date, day])), offer),
    [near, far, offer],
  )
  useEffect(() => onDays(known), [known, onDays])
  const back = known.get(chosen)?.departures.find(({ time }) => time === (draft.time || null))?.return_date
  return (
    <div className="-mt-3 empty:hidden">
      <Wanted form={form} />
      <OfferNotice offer={offer} form={form} />
      <GoneChoice form={form} day={offer === undefined ? undefined : known.get(chosen)} />
      {fault && chosen !== '' ? <NearestStarts form={form} wanted={draft} /> : null}
      <DayNote kind={service.kind} day={chosen} />
      {back ? <p className="text-sm font-medium">{t('back', { day: longDay(back) })}</p> : null}
      <NotifyMe
        service={service}
        departures={waitable(known, draft)}
        chosen={draft}
        party={form.rules.party(service)}
      />
      <AskForDates form={form} />
    </div>
  )
}

/** Sold-out departures, and the chosen one if it has too few places for the party. */
function waitable(days: AvailableDays, { date, time, adults, children }: BookingForm['draft']) {
  const full = fullDepartures(days.values())
  const chosen = days.get(date)?.departures.find((each) => each.time === (time || null))
  const isTooSmall = chosen?.reason === null && chosen.left !== null && chosen.left < adults + children
  return isTooSmall ? [...full, { date, time: chosen.time }] : full
}

/** The chosen day as the kind adds it, such as its Hijri date. */
function DayNote({ kind, day }: { kind: string; day: LocalDate }) {
  const say = useSay()
  const note = day === '' ? undefined : kindRules(kind)?.dayNote?.(day)
  return note ? <p className="text-sm text-ink-2">{say(note)}</p> : null
}
