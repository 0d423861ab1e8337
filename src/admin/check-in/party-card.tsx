import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Phone } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '../../kernel/money.ts'
import type { CheckInParty } from '../../modules/booking/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Amount } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { formatTime } from '../written.ts'
import { openPositions } from './arrivals.ts'
import { PersonRow } from './person-row.tsx'
import { markArrived, useMarks } from './use-marks.ts'

const t = textOf('checkIn')
type Props = {
  party: CheckInParty
  departureId: string
  /** False: a cancelled booking, or another day. */
  isOpen: boolean
  showTime: boolean
}

/** A booking at check-in: who is expected, how to reach them, and who has arrived. */
export function PartyCard({ party, departureId, isOpen, showTime }: Props) {
  const { queue, marks } = useMarks()
  const client = useQueryClient()
  const [asked, setAsked] = useState<readonly number[] | null>(null)
  const mark = (positions: readonly number[], isConfirmed: boolean) =>
    markArrived(queue, { party, departureId, positions, isConfirmed })
  const askOrMark = (positions: readonly number[]) =>
    needsAnswer(party) ? setAsked(positions) : mark(positions, false)
  const open = openPositions(party, marks)
  return (
    <article className="card px-4 pt-4 pb-2 sm:px-5" aria-label={party.customer_name}>
      <PartyHead party={party} showTime={showTime} />
      <ul className="mt-2 divide-y divide-line border-t border-line">
        {party.people.map((person) => (
          <PersonRow
            key={person.position}
            {...{ party, person, marks, queue }}
            onMark={isOpen ? (position) => askOrMark([position]) : null}
            onUndone={() => void client.invalidateQueries({ queryKey: ['check-in'] })}
          />
        ))}
      </ul>
      {isOpen && open.length > 1 ? (
        <Button block className="mt-2 mb-2" icon={<CheckCheck aria-hidden="true" />} onClick={() => askOrMark(open)}>
          {t('markAll')}
        </Button>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={t('askTitle')}
          confirm={t('askConfirm')}
          onConfirm={() => {
            mark(asked, true)
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        >
          <p>{questionOf(party)}</p>
        </ConfirmDialog>
      ) : null}
    </article>
  )
}

const needsAnswer = ({ to_collect, booking_status }: CheckInParty) =>
  to_collect !== null || booking_status === 'pending'
const questionOf = ({ to_collect: due, customer_name: name }: CheckInParty): string =>
  due ? t('askUnpaid', { name, amount: formatMoney(due, { exact: true }) }) : t('askUnconfirmed', { name })

const PartyHead = ({ party, showTime }: Pick<Props, 'party' | 'showTime'>) => (
  <header className="grid gap-1 wrap-anywhere">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <h2 className="text-lg">{party.customer_name}</h2>
      <bdi className="text-sm text-ink-2">{party.booking_reference}</bdi>
    </div>
    {showTime && party.travel_time ? <p>{formatTime(party.travel_time)}</p> : null}
    {party.customer_phone ? (
      <a href={`tel:${party.customer_phone}`} className="inline-flex min-h-11 items-center gap-2 justify-self-start">
        <Phone aria-hidden="true" className="size-4" /> <bdi>{party.customer_phone}</bdi>
      </a>
    ) : null}
    {party.pickup_location ? <p className="text-sm">{t('pickup', { place: party.pickup_location })}</p> : null}
    {party.trip_facts.map(({ label, value }) => (
      <p key={label} className="text-sm">
        {label}: {value}
      </p>
    ))}
    {party.selected_language ? <p className="text-sm">{t('language', { language: party.selected_language })}</p> : null}
    <p className="flex flex-wrap gap-2 empty:hidden">
      {party.to_collect ? (
        <Badge tone="warn">
          {t('unpaid')}: <Amount value={party.to_collect} />
        </Badge>
      ) : null}
      {party.leg === 'return' ? <Badge tone="info">{t('returnLeg')}</Badge> : null}
      {party.booking_status === 'pending' ? <Badge tone="warn">{t('notConfirmed')}</Badge> : null}
    </p>
  </header>
)
