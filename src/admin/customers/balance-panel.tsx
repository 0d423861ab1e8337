import type { CustomerView } from '../../modules/customer/index.ts'
import { Panel, Rows } from '../bookings/panel.tsx'
import { Amount } from '../labels.tsx'
import { textOf } from '../text.ts'

const t = textOf('customer')

export const BalancePanel = ({ customer: { balance } }: { customer: CustomerView }) => (
  <Panel id="balance" title={t('balance')}>
    {balance.length === 0 ? <p className="text-[0.9375rem] text-ink-2">{t('balanced')}</p> : null}
    {balance.map(({ owed, refund_due }) => (
      <Rows
        key={owed.currency}
        rows={[
          ...(owed.minor > 0 ? [[t('owed'), <Amount key="owed" value={owed} />] as const] : []),
          ...(refund_due.minor > 0 ? [[t('refundDue'), <Amount key="due" value={refund_due} />] as const] : []),
        ]}
      />
    ))}
  </Panel>
)
