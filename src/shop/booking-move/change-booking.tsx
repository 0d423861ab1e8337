import { CalendarClock } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import type { MoveDialogProps } from './move-dialog.tsx'
import { PreparedMove } from './prepared-move.tsx'

type Loaded = { readonly Dialog: ComponentType<MoveDialogProps> }
type ChangeBookingProps = Omit<MoveDialogProps, 'onClose'>

/** Opens the dialog, or says why the booking cannot be changed online. Pages that use it load the area `changeBooking`. */
export function ChangeBooking({ booking, ...rest }: ChangeBookingProps) {
  const { shortDayAndYear } = useDates()
  const t = useText('changeBooking')
  const { is_offered: isOffered, obstacle, until } = booking.move
  if (!isOffered) return null
  return (
    <section aria-labelledby="change-booking" className="mt-6">
      <h3 id="change-booking" className="mb-2">
        {t('heading')}
      </h3>
      <PreparedMove booking={booking} {...rest} />
      {obstacle ? (
        <p className="text-sm text-ink-2">
          {obstacle}{' '}
          <ShopLink href="/contact" className="font-semibold text-primary-strong underline underline-offset-4">
            {t('contact')}
          </ShopLink>
        </p>
      ) : (
        <>
          <OpenDialog booking={booking} {...rest} />
          {booking.return_leg ? <p className="mt-2 text-sm text-ink-2">{t('legs')}</p> : null}
          {until ? <p className="mt-2 text-sm text-ink-2">{t('until', { day: shortDayAndYear(until) })}</p> : null}
        </>
      )}
    </section>
  )
}

function OpenDialog(props: ChangeBookingProps) {
  const t = useText('changeBooking')
  const [view, setView] = useState<Loaded | 'loading' | 'failed' | null>(null)
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        loading={view === 'loading'}
        onClick={() => {
          setView('loading')
          import('./move-dialog.tsx').then(
            ({ MoveDialog: Dialog }) => setView({ Dialog }),
            () => setView('failed'),
          )
        }}
      >
        <CalendarClock aria-hidden="true" />
        {t('open')}
      </Button>
      {view === 'failed' ? (
        <Notice tone="danger" role="alert" className="mt-3">
          {t('notLoaded')}
        </Notice>
      ) : null}
      {view && typeof view === 'object' ? <view.Dialog {...props} onClose={() => setView(null)} /> : null}
    </>
  )
}
