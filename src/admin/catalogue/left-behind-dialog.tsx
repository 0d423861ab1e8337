import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { officeLocale } from '../language.ts'
import { textOf } from '../text.ts'
import { formatTime, listed } from '../written.ts'
import type { LeftBehind } from './left-behind.ts'

const t = textOf('catalogue')
const dayName = new Intl.DateTimeFormat(officeLocale, { dateStyle: 'full', timeZone: 'UTC' })
const startOf = (date: string, time: string | null) =>
  listed([dayName.format(new Date(`${date}T00:00:00Z`)), ...(time ? [formatTime(time)] : [])])
type Legs = Omit<LeftBehind['bookings'][number], 'reference' | 'people'>
const startsOf = ({ date, time, return_leg_date: back, return_leg_time }: Legs): string[] => [
  ...(date ? [startOf(date, time)] : []),
  ...(back ? [t('returnLeg', { start: startOf(back, return_leg_time) })] : []),
]
type Props = { question: LeftBehind; onSave: (confirm: string) => void; onClose: () => void }

/** Names the bookings that lose their departure, before the change is saved. */
export function LeftBehindDialog({ question, onSave, onClose }: Props) {
  const { count, bookings } = question
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('leftBehindTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('backToForm')}
          </Button>
          <Button variant="danger" onClick={() => onSave(question.confirm)}>
            {t('saveAnyway')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('leftBehind', { count })}</p>
      <ul className="grid gap-2">
        {bookings.map(({ reference, people, ...legs }) => (
          <li key={reference} className="rounded-sm border border-line bg-sunken px-3 py-2">
            <b className="tabular-nums">{reference}</b>{' '}
            <span className="text-sm text-ink-2">{t('people', { count: people })}</span>
            {startsOf(legs).map((start) => (
              <span key={start} className="block text-sm text-ink-2">
                {start}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {count > bookings.length ? <p className="mt-3">{t('moreBookings', { count: count - bookings.length })}</p> : null}
    </Dialog>
  )
}
