import texts from 'shop-messages:groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type * as z from 'zod'
import type { LocalDate } from '../../kernel/dates.ts'
import type { ShownDates } from '../../kernel/shown-dates.ts'
import type { groupDepartures } from '../../modules/inventory/contract.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type RadioCardOption, RadioCards } from '../../ui/choices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSay } from '../../ui/say.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useShop } from '../client/context.tsx'
import { useDates } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { useMoney } from '../money/use-money.ts'
import { kindRules } from '../routing/kind-parts.ts'
import { fullDepartures, NotifyMe } from '../waiting-list/notify-me.tsx'
import { OfferNotice, useOffer } from '../waiting-list/use-offer.tsx'
import { AskForDates } from './ask-for-dates.tsx'
import type { AvailableDay, DaysProps } from './availability.tsx'
import { useControlId } from './control-id.ts'
import { GoneChoice } from './gone-choice.tsx'
import { Wanted } from './wanted.tsx'

addMessages(texts)

type GroupDeparture = z.infer<typeof groupDepartures>['departures'][number]
const firstShown = 6

/** The departures of an item sold on group departures only: dates, means of travel, price, seats. Loaded late. */
export function GroupDepartures({ form, onDays }: DaysProps) {
  const t = useText('groups')
  const { api } = useShop()
  const { service, draft, errors } = form
  const id = useControlId()('travel_date')
  const queryKey = ['group-departures', service.id]
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: () => api.inventory.groups({ kind: service.kind, idOrSlug: service.id }),
    staleTime: 30_000,
  })
  const client = useQueryClient()
  const fault = errors.travel_date
  useEffect(() => {
    // Somebody else may have taken the places.
    if (fault) void client.invalidateQueries({ queryKey: ['group-departures', service.id] })
  }, [fault, client, service.id])
  const offer = useOffer(form)
  const departures = useMemo(() => data?.departures.map((each) => offeredIn(each, offer)), [data, offer])
  const chosen = departures?.find(({ date }) => date === draft.date)
  useEffect(() => {
    if (departures) onDays(new Map(departures.map((each) => [each.date, dayOf(each)])))
  }, [departures, onDays])
  // The list has no closed and past ones.
  const missing: AvailableDay = { date: draft.date, state: 'closed', from: null, departures: [] }
  return (
    <div id={id} tabIndex={-1} className="min-w-0 outline-none">
      <Wanted form={form} />
      <div className="not-empty:mb-4">
        <GoneChoice
          form={form}
          day={offer === undefined ? undefined : chosen ? dayOf(chosen) : departures && missing}
          always
        />
      </div>
      <OfferNotice offer={offer} form={form} />
      {departures ? (
        <Departures form={form} name={id} departures={departures} />
      ) : isError ? (
        <Notice tone="danger" title={t('failed')}>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </Notice>
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-2.5">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      <NotifyMe
        service={service}
        departures={fullDepartures((departures ?? []).map(dayOf))}
        chosen={draft}
        party={form.rules.party(service)}
      />
      <AskForDates form={form} />
    </div>
  )
}

/** Lets customers choose the departure of their open offer although it is sold out. */
const offeredIn = (departure: GroupDeparture, offer: ReturnType<typeof useOffer>): GroupDeparture =>
  offer?.is_open && offer.date === departure.date && departure.reason === 'full'
    ? { ...departure, state: 'open', reason: null }
    : departure

const dayOf = (departure: GroupDeparture) => ({
  date: departure.date,
  state: departure.state,
  from: departure.from,
  departures: [departure],
})

type ListProps = Pick<DaysProps, 'form'> & { name: string; departures: readonly GroupDeparture[] }

function Departures({ form, name, departures }: ListProps) {
  const t = useText('groups')
  const optionOf = useGroupOption(form.service.kind)
  const { draft, errors, change, leave } = form
  const [isWhole, setWhole] = useState(false)
  if (departures.length === 0)
    return <EmptyState icon={<CalendarX2 aria-hidden="true" />} title={t('none')} description={t('noneText')} />
  const chosenAt = departures.findIndex(({ date }) => date === draft.date)
  const shown = isWhole || chosenAt >= firstShown ? departures : departures.slice(0, firstShown)
  return (
    <>
      <RadioCards
        legend={t('legend')}
        name={name}
        value={draft.date}
        onChange={(date) => {
          change({ date })
          leave('travel_date')
        }}
        error={errors.travel_date}
        options={shown.map(optionOf)}
      />
      {shown.length < departures.length ? (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setWhole(true)}>
          {t('showAll', { count: departures.length })}
        </Button>
      ) : null}
    </>
  )
}

export function useGroupOption(kind: string) {
  const t = useText('groups')
  const { say } = useMoney()
  const words = useSay()
  const note = kindRules(kind)?.dayNote
  const dates = useDates()
  return ({ date, return_date, nights, travel_mode, carrier, state, left, from }: GroupDeparture): RadioCardOption => {
    const facts = [
      nights !== null && nights > 0 && t('nights', { count: nights }),
      travel_mode && t(`modes.${travel_mode}`),
      carrier && <bdi key="carrier">{carrier}</bdi>,
    ].filter(Boolean)
    return {
      value: date,
      disabled: state === 'sold_out',
      title: outAndBack(dates, date, return_date),
      badge:
        state === 'sold_out' ? (
          <Badge>{t('soldOut')}</Badge>
        ) : left === null ? null : (
          <Badge tone="warn">{t('left', { count: left })}</Badge>
        ),
      description: (
        <>
          {note ? <span className="block">{words(note(date))}</span> : null}
          <span className="block overflow-clip">
            <span className="dotted">
              {facts.map((fact, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the facts have fixed places
                <span key={at}>{fact}</span>
              ))}
            </span>
          </span>
          {state === 'sold_out' ? null : (
            <span className="block font-semibold text-ink">{t('from', { price: say(from, false) })}</span>
          )}
        </>
      ),
    }
  }
}

/** 'Sat 6 Feb – Tue 16 Feb 2027'; both years where they differ. */
const outAndBack = (dates: ShownDates, out: LocalDate, back: LocalDate | null): string => {
  const { shortDay, shortDayAndYear } = dates
  if (back === null) return shortDayAndYear(out)
  const start = out.slice(0, 4) === back.slice(0, 4) ? shortDay(out) : shortDayAndYear(out)
  return `${start} – ${shortDayAndYear(back)}`
}
