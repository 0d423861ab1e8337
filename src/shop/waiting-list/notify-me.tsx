import texts from 'shop-messages:waiting'
import { BellPlus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { LocalDate, LocalTime } from '../../kernel/dates.ts'
import { Button } from '../../ui/button.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import type { FullDeparture, NotifyDialogProps } from './use-notify-form.ts'

addMessages(texts)

type Day = {
  readonly date: LocalDate
  readonly departures: readonly { readonly time: LocalTime | null; readonly reason: string | null }[]
}
export const fullDepartures = (days: Iterable<Day>): FullDeparture[] =>
  [...days].flatMap(({ date, departures }) =>
    departures.filter(({ reason }) => reason === 'full').map(({ time }) => ({ date, time })),
  )

type Loaded = { readonly Dialog: ComponentType<NotifyDialogProps> }

/** Opens the form of the waiting list; nothing without a sold-out departure, or for items that have no list. */
export function NotifyMe(props: Omit<NotifyDialogProps, 'onClose'>) {
  const t = useText('waiting')
  const booking = useText('booking')
  const [view, setView] = useState<Loaded | 'loading' | null>(null)
  const { sendsMail } = useChrome()
  // Places are offered by email alone.
  if (!sendsMail || props.departures.length === 0 || !props.service.schedule.hasWaitingList) return null
  const open = () => {
    setView('loading')
    import('./notify-dialog.tsx').then(
      ({ NotifyDialog: Dialog }) => setView({ Dialog }),
      () => {
        setView(null)
        showProblem(booking('stepFailedTitle'), booking('stepFailedText'))
      },
    )
  }
  return (
    <div className="mt-4">
      <p className="text-sm text-ink-2">{t('hint', { count: props.departures.length })}</p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        aria-haspopup="dialog"
        icon={<BellPlus aria-hidden="true" />}
        loading={view === 'loading'}
        onClick={open}
      >
        {t('notifyMe')}
      </Button>
      {view && view !== 'loading' ? <view.Dialog {...props} onClose={() => setView(null)} /> : null}
    </div>
  )
}
