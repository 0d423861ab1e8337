import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { addDays, isLocalDate } from '../../kernel/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { departureHref } from '../departures/address.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { clockOn, placeIn, type Resource, type ResourceUse, type UsesOfDay } from './words.ts'

const t = textOf('resources')
const dayWords = (key: 'loading' | 'failed') => t(key === 'loading' ? 'usesLoading' : 'usesFailed')

type Props = { resources: readonly Resource[]; onChanged: () => void }
/** What each unit is used for on a day: a lane for each unit. */
export function ResourceDay({ resources, onChanged }: Props) {
  const { day: wanted } = useSearch({ strict: false }) as { day?: string }
  const navigate = useNavigate()
  const day = isLocalDate(wanted) ? wanted : agencyToday()
  const uses = useQuery({
    queryKey: ['resource-uses', day],
    queryFn: () => api.inventory.admin.resources.uses({ day }),
    placeholderData: keepPreviousData,
  })
  const show = (next: string) =>
    void navigate({ to: '/admin/resources', search: { day: next } as never, resetScroll: false })
  return (
    <section aria-labelledby="resource-day" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="resource-day" className="text-xl">
          {t('day')}
        </h2>
        <DayChoice day={day} onChange={show} />
      </div>
      <LoadedList query={uses} words={dayWords}>
        {(shown) =>
          resources
            .filter(({ id, is_archived }) => !is_archived || shown.uses.some((use) => use.resource_id === id))
            .map((resource) => <Lanes key={resource.id} {...{ resource, shown, day, onChanged }} />)
        }
      </LoadedList>
    </section>
  )
}

function DayChoice({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const step = (days: number, label: string, icon: React.ReactNode) => (
    <Button variant="secondary" iconOnly aria-label={label} onClick={() => onChange(addDays(day, days))}>
      {icon}
    </Button>
  )
  return (
    <div className="flex flex-wrap items-end gap-2">
      {step(-1, t('dayBefore'), <ArrowLeft aria-hidden="true" className="mirror" />)}
      <Field label={t('dayShown')}>
        <TextInput
          type="date"
          value={day}
          onChange={({ target: { value } }) => {
            if (isLocalDate(value)) onChange(value)
          }}
        />
      </Field>
      {step(1, t('dayAfter'), <ArrowRight aria-hidden="true" className="mirror" />)}
      <Button variant="secondary" onClick={() => onChange(agencyToday())}>
        {t('today')}
      </Button>
    </div>
  )
}

type LanesProps = { resource: Resource; shown: UsesOfDay; day: string; onChanged: () => void }
function Lanes({ resource, shown, day, onChanged }: LanesProps) {
  const uses = shown.uses.filter(({ resource_id }) => resource_id === resource.id)
  const units = Math.max(resource.units, ...uses.map(({ unit }) => unit))
  return (
    <div className="rounded-sm border border-line">
      <h3 className="border-b border-line px-3 py-2 font-semibold wrap-anywhere">{resource.name}</h3>
      <ol className="divide-y divide-line">
        {Array.from({ length: units }, (_, at) => at + 1).map((unit) => (
          <li key={unit} className="grid grid-cols-1 gap-1 px-3 py-2 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <span className="text-sm text-ink-2">{t('unitNumber', { number: unit })}</span>
            <Lane uses={uses.filter((use) => use.unit === unit)} {...{ shown, day, onChanged }} />
          </li>
        ))}
      </ol>
    </div>
  )
}

type LaneProps = Omit<LanesProps, 'resource'> & { uses: readonly ResourceUse[] }
function Lane({ uses, shown, day, onChanged }: LaneProps) {
  if (uses.length === 0) return <span className="text-sm">{t('free')}</span>
  return (
    <div className="min-w-0">
      <svg
        aria-hidden="true"
        className="mb-2 hidden h-2 w-full rounded-full bg-line text-primary sm:block rtl:-scale-x-100"
      >
        {uses.map((use) => {
          const { x, width } = placeIn(shown, use)
          return <rect key={use.id} x={`${x}%`} width={`${width}%`} height="100%" className="fill-current" />
        })}
      </svg>
      <ul className="grid grid-cols-1 gap-1">
        {uses.map((use) => (
          <li key={use.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              <span className="tabular-nums">
                {t('fromTo', { from: clockOn(day, use.from), to: clockOn(day, use.to) })}
              </span>{' '}
              <UsedBy use={use} />
            </span>
            {use.departure === null ? <Unblock use={use} onChanged={onChanged} /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

const UsedBy = ({ use: { departure, reason, booking_id } }: { use: ResourceUse }) => {
  if (departure === null) return <>{reason}</>
  return (
    <>
      <Link to={departureHref(departure)} className="font-semibold">
        {departure.service_title}
      </Link>
      {booking_id === null ? null : (
        <>
          {' '}
          <Link to="/admin/bookings" search={{ booking: booking_id } as never}>
            {t('booking')}
          </Link>
        </>
      )}
    </>
  )
}

function Unblock({ use, onChanged }: { use: ResourceUse; onChanged: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const unblock = useAction(
    () => api.inventory.admin.resources.unblock({ id: use.id }),
    { done: t('unblocked'), failed: t('saveFailed'), sayReason: true },
    onChanged,
    close,
  )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('unblockNamed', { reason: use.reason ?? '' })}
        onClick={() => setAsked(true)}
      >
        {t('unblock')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('unblockTitle')}
          confirm={t('unblock')}
          isPending={unblock.isPending}
          fault={unblock.fault}
          onConfirm={unblock.run}
          onClose={close}
        >
          <p>{use.reason}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
