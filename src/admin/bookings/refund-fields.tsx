import { subtract } from '../../kernel/money.ts'
import { RadioCards } from '../../ui/choices.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Amount } from '../labels.tsx'
import { textOf } from '../text.ts'
import { Rows } from './panel.tsx'
import {
  chosenAmount,
  type Proposal,
  proposalInWords,
  type RefundChoice,
  type RefundErrors,
  shown,
} from './refund-choice.ts'

const t = textOf('booking')
type Props = {
  proposal: Proposal
  choice: RefundChoice
  /** Whether the user may refund another amount than the proposed one. */
  mayChoose: boolean
  errors: RefundErrors
  onChange: (choice: RefundChoice) => void
}

export function RefundFields({ proposal, choice, mayChoose, errors, onChange }: Props) {
  const amount = chosenAmount(proposal, choice)
  return (
    <section className="grid gap-3 rounded-lg bg-sunken p-4" aria-label={t('refund')}>
      <p className="font-semibold">{proposalInWords(proposal)}</p>
      {proposal.least.minor > 0 && proposal.amount.minor > proposal.least.minor ? (
        <p>{t('refundGone', { amount: shown(proposal.least) })}</p>
      ) : null}
      {mayChoose ? (
        <RadioCards
          legend={t('refund')}
          hideLegend
          name="refund-choice"
          value={choice.kind}
          onChange={(kind) => onChange({ ...choice, kind: kind === 'other' ? 'other' : 'proposed' })}
          options={[
            { value: 'proposed', title: t('refundProposed', { amount: shown(proposal.amount) }) },
            { value: 'other', title: t('refundOther') },
          ]}
        />
      ) : null}
      {choice.kind === 'other' ? (
        <>
          <Field label={t('refundAmount')} required error={errors.refund_amount}>
            <TextInput
              inputMode="decimal"
              className="max-w-48"
              prefix={proposal.most.currency}
              value={choice.amount}
              onChange={(event) => onChange({ ...choice, amount: event.target.value })}
            />
          </Field>
          <Field label={t('refundWhy')} hint={t('refundWhyHint')} required error={errors.refund_reason}>
            <TextInput
              maxLength={1000}
              value={choice.why}
              onChange={(event) => onChange({ ...choice, why: event.target.value })}
            />
          </Field>
        </>
      ) : null}
      {choice.kind === 'proposed' ? <FieldError error={errors.refund_amount ?? errors.refund_reason} /> : null}
      <Rows
        rows={[
          [t('refundGoes'), amount && <Amount key="goes" value={amount} />],
          [t('refundStays'), amount && <Amount key="stays" value={subtract(proposal.most, amount)} />],
        ]}
      />
    </section>
  )
}
