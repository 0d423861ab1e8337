import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PeriodFigures } from '../../modules/booking/contract.ts'
import { api } from '../api.ts'
import { kindName } from '../labels.tsx'
import { officeLocale } from '../language.ts'
import { textOf } from '../text.ts'
import { count } from '../written.ts'
import { ListLink } from './list-link.tsx'

const t = textOf('periodFigures')

type Visits = { readonly now: Readonly<Record<string, number>>; readonly before: Readonly<Record<string, number>> }

/** Visits, bookings and paid ones by kind; each number of bookings opens those it counts. */
export function KindTable({ figures }: { figures: PeriodFigures }) {
  const { from, to, previous } = figures
  const visits = useQuery({
    queryKey: ['dashboard', 'visits', { from, to }],
    queryFn: async (): Promise<Visits> => {
      const [now, before] = await Promise.all([
        api.content.admin.itemVisits({ from, to }),
        api.content.admin.itemVisits({ ...previous }),
      ])
      return { now, before }
    },
    placeholderData: keepPreviousData,
  })
  return <Rows figures={figures} visits={visits.data ?? null} />
}

const Rows = ({
  figures: { from, to, previous, kinds },
  visits,
}: {
  figures: PeriodFigures
  visits: Visits | null
}) => (
  <section className="card overflow-x-auto p-3 sm:p-5" aria-label={t('kinds')}>
    <table className="w-full text-xs sm:text-sm">
      <caption className="sr-only">{t('kinds')}</caption>
      <thead>
        <tr className="text-ink-2">
          <th scope="col" className="py-2 pe-1.5 text-start font-medium sm:pe-3">
            {t('kind')}
          </th>
          {['visits', 'made', 'paid', 'conversion'].map((name) => (
            <th key={name} scope="col" className="py-2 ps-1.5 text-end sm:ps-3 font-medium">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {kinds.map(({ kind, now, before }) => {
          const booked = { type: kind, booked_from: from, booked_to: to }
          const bookedBefore = { type: kind, booked_from: previous.from, booked_to: previous.to }
          const paid = { payment: 'completed' }
          return (
            <tr key={kind}>
              <th scope="row" className="py-2 pe-1.5 text-start font-normal sm:pe-3">
                {kindName(kind)}
              </th>
              <Plain now={visits?.now[kind] ?? 0} before={visits?.before[kind] ?? 0} isKnown={visits !== null} />
              <Cell now={[now.bookings, booked]} before={[before.bookings, bookedBefore]} />
              <Cell now={[now.paid, { ...booked, ...paid }]} before={[before.paid, { ...bookedBefore, ...paid }]} />
              <td className="py-2 ps-1.5 text-end sm:ps-3 tabular-nums">
                {shareOf(now.paid, visits?.now[kind])}
                <span className="block text-ink-2">
                  {t('before', { before: shareOf(before.paid, visits?.before[kind]) })}
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </section>
)

/** Of the visits, those that led to a payment; nothing can be said without visits. */
const shareOf = (paid: number, visits = 0): string =>
  visits === 0 ? t('noShare') : `${((100 * paid) / visits).toLocaleString(officeLocale, { maximumFractionDigits: 1 })}%`

const Plain = ({ now, before, isKnown }: { now: number; before: number; isKnown: boolean }) => (
  <td className="py-2 ps-1.5 text-end sm:ps-3 tabular-nums">
    {isKnown ? count(now) : t('noShare')}
    <span className="block text-ink-2">{t('before', { before: isKnown ? count(before) : t('noShare') })}</span>
  </td>
)

/** A number, and the filter of the bookings that it counts. */
type Counted = readonly [number, Readonly<Record<string, string>>]
const Cell = ({ now: [now, search], before: [before, searchBefore] }: { now: Counted; before: Counted }) => (
  <td className="py-2 ps-1.5 text-end sm:ps-3 tabular-nums">
    <ListLink search={search} text={count(now)} />
    <span className="block text-ink-2">
      <ListLink search={searchBefore} text={t('before', { before: count(before) })} />
    </span>
  </td>
)
