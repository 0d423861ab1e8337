import { formatTime } from '../../kernel/dates.ts'
import { Button } from '../../ui/button.tsx'
import { shortDay } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { useMoney } from '../money/use-money.ts'
import type { BookingForm } from './use-booking-form.ts'

type PriceBarProps = { form: BookingForm; formId: string; label: string; isDisabled?: boolean | undefined }

/** Phones only: the live total, always in reach. It is inside <main>. */
export function PriceBar({ form, formId, label, isDisabled }: PriceBarProps) {
  const t = useText('booking')
  const { exact } = useMoney()
  const { draft, price, service } = form
  const people = draft.adults + draft.children + draft.infants
  const facts = [
    draft.date ? shortDay(draft.date) : t('chooseDate'),
    draft.time ? formatTime(draft.time) : '',
    form.rules.party(service).fixed ? '' : t('guestCount', { count: people }),
  ].filter(Boolean)
  return (
    <div
      data-price-bar=""
      className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <p className="min-w-0 flex-1 overflow-clip">
        <bdi dir="ltr" className="price block text-[1.375rem] leading-tight">
          {exact(price.final)}
        </bdi>
        <span className="dotted text-xs leading-snug text-ink-2">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </p>
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
    </div>
  )
}
