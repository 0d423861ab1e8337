import { formatMoney, type Money, parseAmount, subtract } from '../../kernel/money.ts'
import { Notice } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('queues')
const shown = (amount: Money): string => formatMoney(amount, { exact: true })

/** Null while it is not an amount above 0. */
export function readReceived(typed: string, due: Money): Money | null {
  const amount = parseAmount(typed, due.currency)
  return amount !== null && amount.minor > 0 ? amount : null
}

type Props = { due: Money; typed: string; isWrong: boolean; onType: (typed: string) => void }

/** What has arrived, and what another amount than the expected one leads to. */
export function ReceivedAmount({ due, typed, isWrong, onType }: Props) {
  const received = readReceived(typed, due)
  const difference = received ? subtract(received, due) : null
  return (
    <>
      <Field
        label={t('received', { currency: due.currency })}
        hint={t('receivedHint', { amount: shown(due) })}
        required
        error={isWrong && !received ? t('receivedWrong') : undefined}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
      <div role="status" className="empty:hidden">
        {difference && difference.minor < 0 ? (
          <Notice tone="warn" title={t('short', { amount: shown(subtract(due, received ?? due)) })}>
            {t('shortHint')}
          </Notice>
        ) : null}
        {difference && difference.minor > 0 ? (
          <Notice tone="warn" title={t('over', { amount: shown(difference) })}>
            {t('overHint')}
          </Notice>
        ) : null}
      </div>
    </>
  )
}
