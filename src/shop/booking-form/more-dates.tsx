import { type ComponentType, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl/intl.tsx'
import type { CalendarDialogProps } from './calendar-dialog.tsx'

type Loaded = { readonly Dialog: ComponentType<CalendarDialogProps> }

/** Opens the calendar. Where it cannot be loaded, the browser's own date field takes its place. */
export function MoreDates({ label: own, ...calendar }: Omit<CalendarDialogProps, 'onClose'> & { label?: string }) {
  const more = useText('booking')('moreDates')
  const label = own ?? more
  const [view, setView] = useState<Loaded | 'loading' | 'failed' | null>(null)
  const { value, today, last, onChoose } = calendar
  if (view === 'failed')
    return (
      <TextInput
        type="date"
        aria-label={label}
        min={today}
        max={last}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
    )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        loading={view === 'loading'}
        onClick={() => {
          setView('loading')
          import('./calendar-dialog.tsx').then(
            ({ CalendarDialog: Dialog }) => setView({ Dialog }),
            () => setView('failed'),
          )
        }}
      >
        {label}
      </Button>
      {view && view !== 'loading' ? <view.Dialog {...calendar} onClose={() => setView(null)} /> : null}
    </>
  )
}
