import type { ShownDates } from '../../kernel/shown-dates.ts'
import { confirmationHref } from '../../modules/booking/index.ts'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { HoldNotice } from '../booking-view/hold-notice.tsx'
import type { BookingAccess } from '../client/queries.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { useShownFromStart } from '../form/use-shown-from-start.ts'
import { useDates, useShownInstant } from '../intl/dates.ts'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink } from '../routing/link.tsx'
import { BankTransfer, OtherMethodQuestion, TransferState } from './bank-transfer.tsx'
import { MethodChoice } from './method-choice.tsx'
import { usePayingDocument } from './paying-document.ts'
import { usePayment } from './use-payment.ts'
import type { TransferScreen } from './use-transfer-screen.ts'

type PaymentFormProps = { payment: PaymentPage; access: BookingAccess; screen: TransferScreen }

/** The methods, or the bank-transfer screen once a transfer was chosen. A reload comes back to it. */
export function PaymentForm({ payment, access, screen }: PaymentFormProps) {
  const t = useMailText('payment')
  const paying = usePayment(access, screen.open)
  usePayingDocument(payment)
  const isTransfer = screen.isShown
  const form = useShownFromStart<HTMLElement>(isTransfer)
  const shownInstant = useShownInstant()
  const dates = useDates()
  const { place } = useChrome()
  const isGone = payment.hold?.state === 'gone'
  if (!payment.isPayable) return <NotPayable payment={payment} access={access} />
  return (
    <section ref={form} tabIndex={-1} aria-label={t('form')} className="grid gap-5 outline-none">
      {payment.isSandbox ? (
        <Notice tone="warn" title={t('sandboxTitle')} className="max-lg:order-last">
          {t('sandboxText')}
        </Notice>
      ) : null}
      <HoldNotice hold={payment.hold} />
      {payment.move ? (
        <Notice tone="info" title={moveTitle(payment.move, { t, dates })}>
          {t('moveText', { time: shownInstant(payment.move.until), place })}
        </Notice>
      ) : null}
      {isTransfer ? (
        <BankTransfer payment={payment} access={access} onBack={screen.leave} />
      ) : (
        <>
          <TransferState payment={payment} />
          {isGone ? null : <MethodChoice payment={payment} paying={paying} />}
        </>
      )}
      <OtherMethodQuestion screen={screen} />
      {payment.expires_at && !isTransfer && !isGone ? (
        <p className="text-sm text-ink-2">{t('payBefore', { time: shownInstant(payment.expires_at), place })}</p>
      ) : null}
    </section>
  )
}

/** Paid, cancelled or expired, with a link to the booking. */
function NotPayable({ payment, access }: Omit<PaymentFormProps, 'screen'>) {
  const t = useMailText('payment')
  const isPaid = payment.payment_status === 'completed' && !payment.isChecking
  const kind = isPaid
    ? 'paid'
    : payment.isChecking
      ? 'underCheck'
      : payment.payment_status === 'refunded'
        ? 'refunded'
        : payment.proof.state === 'pending-verification'
          ? 'checking'
          : 'closed'
  return (
    <section aria-label={t('form')} className="grid gap-5">
      <Notice tone={isPaid ? 'success' : kind === 'closed' ? 'danger' : 'info'} title={t(`notPayable.${kind}Title`)}>
        {t(`notPayable.${kind}Text`)}
      </Notice>
      <p>
        <ShopLink href={confirmationHref(access.bookingId, access.token)} className={buttonClass()}>
          {t('seeBooking')}
        </ShopLink>
      </p>
    </section>
  )
}

type Move = NonNullable<PaymentPage['move']>
type Say = ReturnType<typeof useMailText<'payment'>>
type Words = { t: Say; dates: ShownDates }
function moveTitle(
  { changes_party: isChange, travel_date, return_leg_date: back }: Move,
  { t, dates: { shortDayAndYear } }: Words,
): string {
  if (isChange || travel_date === null) return t('changeTitle')
  const day = shortDayAndYear(travel_date)
  return back ? t('moveBothTitle', { day, back: shortDayAndYear(back) }) : t('moveTitle', { day })
}
