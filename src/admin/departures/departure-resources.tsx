import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { bookingHref } from '../bookings/filters.ts'
import { clockOn, type DepartureUse } from '../resources/words.ts'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { UnitDialog } from './unit-dialog.tsx'

const t = textOf('departurePage')
const resources = textOf('resources')

type Props = { page: DeparturePage }
/** The boats, vehicles, guides and rooms that it uses; nothing for a departure that uses none. */
export function DepartureResources({ page }: Props) {
  const { departure_id: id } = page
  const client = useQueryClient()
  const query = useQuery({
    // Below 'departure', so a change of the departure reads it anew.
    queryKey: ['departure', 'resources', id],
    queryFn: () => (id === null ? [] : api.inventory.admin.resources.usesOfDeparture({ departure_id: id })),
  })
  const changed = () => {
    void client.invalidateQueries({ queryKey: ['departure', 'resources'] })
    void client.invalidateQueries({ queryKey: ['resource-uses'] })
  }
  if (query.isError)
    return (
      <Notice tone="warn">
        <p>{t('resourcesFailed')}</p>
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </Notice>
    )
  if (!query.data?.length) return null
  return (
    <section className="card px-4 py-4 sm:px-5" aria-labelledby="departure-resources">
      <h2 id="departure-resources" className="text-lg">
        {t('resources')}
      </h2>
      <ul className="divide-y divide-line">
        {query.data.map((use) => (
          <Use key={use.id} use={use} page={page} onChanged={changed} />
        ))}
      </ul>
    </section>
  )
}

type UseProps = Props & { use: DepartureUse; onChanged: () => void }
function Use({ use, page, onChanged }: UseProps) {
  const { resource_name: name, unit, units, free_units: free } = use
  const [isChanged, setChanged] = useState(false)
  const reference = page.parties.find(({ id }) => id === use.booking_id)?.booking_reference
  const clock = (instant: string) => clockOn(page.date, instant)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <b>{name}</b> · {units === 1 ? t('onlyUnit') : t('unitOf', { unit, units })}
        </p>
        <p className="text-sm text-ink-2">
          {resources('fromTo', { from: clock(use.from), to: clock(use.to) })}
          {use.booking_id === null ? null : (
            <>
              {' · '}
              <Link
                to={(reference ? bookingHref(reference) : '/admin/bookings') as never}
                search={(reference ? {} : { booking: use.booking_id }) as never}
              >
                {reference ?? resources('booking')}
              </Link>
            </>
          )}
        </p>
        {units > 1 && free.length === 0 ? <p className="text-sm text-ink-2">{t('noOtherUnit')}</p> : null}
      </div>
      {free.length > 0 ? (
        <Button
          variant="secondary"
          size="sm"
          className="print:hidden"
          aria-label={t('changeUnitNamed', { name: listed([name, reference]) })}
          onClick={() => setChanged(true)}
        >
          {t('changeUnit')}
        </Button>
      ) : null}
      {isChanged ? <UnitDialog use={use} onDone={onChanged} onClose={() => setChanged(false)} /> : null}
    </li>
  )
}
