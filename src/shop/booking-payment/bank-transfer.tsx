import { ArrowLeft } from 'lucide-react'
import type { BankDetails, PaymentPage } from '../../modules/payment/contract.ts'
import { Notice, StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { BookingAccess } from '../client/queries.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { useMailText } from '../intl/mail-text.ts'
import { useMoney } from '../money/use-money.ts'
import { ProofUpload } from './proof-upload.tsx'
import type { TransferScreen } from './use-transfer-screen.ts'

type BankTransferProps = { payment: PaymentPage; access: BookingAccess; onBack: () => void }

/** The account, the amount and the reference, then the upload of the proof (C214, C216). */
export function BankTransfer({ payment, access, onBack }: BankTransferProps) {
  const t = useMailText('payment')
  const { transferVerificationHours } = useChrome()
  const details = payment.attempt?.bankDetails
  return (
    <>
      <Button
        variant="quiet"
        className="-ms-4 justify-self-start"
        icon={<ArrowLeft aria-hidden="true" className="mirror" />}
        onClick={onBack}
      >
        {t('otherMethod')}
      </Button>
      <TransferState payment={payment} />
      <PassCard
        as="section"
        aria-label={t('bankDetails')}
        stub={<ProofUpload access={access} versions={payment.proof.versions} mayBeGif={payment.proof.may_be_gif} />}
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2>{t('bankDetails')}</h2>
        </div>
        {details ? (
          <>
            <p className="mt-1 mb-4 text-ink-2">{t('transferIntro')}</p>
            <BankRows details={details} payment={payment} />
          </>
        ) : (
          <Notice tone="danger" title={t('transferOff')} className="mt-3">
            {t('transferOffText')}
          </Notice>
        )}
        {payment.attempt?.instructions ? (
          <p className="mt-4 text-sm whitespace-pre-line text-ink-2" lang={payment.attempt.instructions_language}>
            {payment.attempt.instructions}
          </p>
        ) : null}
        {payment.proof.state === 'pending-verification' ? null : (
          <p className="mt-4 font-medium">{t('verified', { hours: transferVerificationHours })}</p>
        )}
      </PassCard>
    </>
  )
}

/** Asked before leaving the transfer while staff check its proof. */
export function OtherMethodQuestion({ screen }: { screen: TransferScreen }) {
  const t = useMailText('payment')
  return (
    <Dialog
      open={screen.isAsking}
      onClose={() => screen.answer(false)}
      keepOnOutsidePress
      title={t('otherMethodTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={() => screen.answer(true)}>
            {t('otherMethod')}
          </Button>
          <Button onClick={() => screen.answer(false)}>{t('keepTransfer')}</Button>
        </>
      }
    >
      <p>{t('otherMethodText')}</p>
    </Dialog>
  )
}

/** 'Pending Verification' once there is a proof, or the agency's request for another one. */
export function TransferState({ payment }: { payment: PaymentPage }) {
  const t = useMailText('payment')
  const { transferVerificationHours } = useChrome()
  const { state, reason } = payment.proof
  if (state === 'pending-verification') {
    return (
      <Notice tone="info" title={<StatusBadge tone="warn">{t('pendingVerification')}</StatusBadge>}>
        <p className="mt-2">{t('pendingVerificationText', { hours: transferVerificationHours })}</p>
      </Notice>
    )
  }
  if (state === 'new-proof-asked') {
    return (
      <Notice tone="warn" title={t('newProofAsked')}>
        {reason}
      </Notice>
    )
  }
  return null
}

const order = ['accountName', 'accountNumber', 'ifsc', 'upi', 'bankName', 'branch', 'iban', 'swift'] as const

function BankRows({ details, payment }: { details: BankDetails; payment: PaymentPage }) {
  const t = useMailText('payment')
  const { charged } = useMoney()
  const method = payment.methods.find(({ name }) => name === payment.attempt?.provider)
  const amount = charged(method?.charge ?? payment.amount)
  const rows = [
    ...order.map((key) => ({ key, label: t(`bank.${key}`), value: details[key] })),
    { key: 'amount', label: t('bank.amount'), value: amount },
    { key: 'reference', label: t('bank.reference'), value: details.transferReference },
  ].filter(({ value }) => value !== '')
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(({ key, label, value }) => (
        <div key={key} className="flex min-h-13 flex-wrap items-center gap-x-4 py-1.5">
          <dt className="w-full flex-none text-sm sm:w-32 text-ink-2">{label}</dt>
          <dd className="flex min-w-0 flex-1 items-center justify-between gap-2 font-medium">
            <bdi className="min-w-0 break-all tabular-nums" data-charged={key === 'amount' ? '' : undefined}>
              {key === 'iban' ? <InFours text={value} /> : value}
            </bdi>
            <CopyButton value={value} label={t('copy', { what: label })} copiedLabel={t('copied')} iconOnly />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Grouped as on a bank statement, to be read aloud and compared. The spaces are not copied. */
function InFours({ text }: { text: string }) {
  const starts = Array.from({ length: Math.ceil(text.length / 4) }, (_, index) => index * 4)
  return starts.map((start) => (
    <span key={start} className="inline-block pe-1.5">
      {text.slice(start, start + 4)}
    </span>
  ))
}
