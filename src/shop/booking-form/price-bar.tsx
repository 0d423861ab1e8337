import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { useSheet } from '../frame/use-sheet.ts'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import type { BookingForm } from './use-booking-form.ts'

type PriceBarProps = {
  form: BookingForm
  formId: string
  label: string
  isDisabled?: boolean | undefined
  /** Day, time and party were chosen in the sheet, which opens from the total. Without it there is no sheet. */
  onTrip?: (() => void) | undefined
}

const loadTrip = async () => (await import('./trip-sheet.tsx')).TripSheet

/** Phones only: the live total and the choice, always in reach. It is inside <main>. */
export function PriceBar({ form, formId, label, isDisabled, onTrip }: PriceBarProps) {
  const { shortDay, time: timeOf } = useDates()
  const t = useText('booking')
  const { Sheet, isOpen, open, close, ahead } = useSheet(loadTrip)
  const { draft, price, service } = form
  const people = draft.adults + draft.children + draft.infants
  const facts = [
    draft.date ? shortDay(draft.date) : t('chooseDate'),
    draft.time ? timeOf(draft.time) : '',
    form.rules.party(service).fixed ? '' : t('guestCount', { count: people }),
  ].filter(Boolean)
  const Choice = onTrip ? 'button' : 'p'
  return (
    <div
      data-price-bar=""
      className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] needs-scripts lg:hidden"
    >
      <Choice
        {...(onTrip && { ...ahead, type: 'button', onClick: open, 'aria-haspopup': 'dialog' })}
        className="min-w-0 flex-1 overflow-clip text-start"
      >
        <ShopPrice amount={price.final} isExact className="text-[1.375rem] leading-tight" />
        <span className={joinClasses('dotted text-xs leading-snug text-ink-2', onTrip && 'underline')}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </Choice>
      <Button
        type="submit"
        form={formId}
        size="lg"
        aria-disabled={isDisabled || undefined}
        loading={form.isSending}
        loadingLabel={t('sending')}
      >
        {label}
      </Button>
      {Sheet && isOpen && onTrip ? <Sheet form={form} onClose={close} onDone={onTrip} /> : null}
    </div>
  )
}
