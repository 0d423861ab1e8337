import type { GatewayView } from '../../modules/payment/contract.ts'
import { textOf } from '../text.ts'

const t = textOf('payments')
/** Reasons come with and without a full stop. */
const plain = (reason: string): string => reason.replace(/\.$/, '')

export const Offer = ({ gateway: { currency, whyNotOffered, restrictions } }: { gateway: GatewayView }) => (
  <div className="grid gap-1 text-sm text-ink-2">
    <p>
      {currency ? t('charges', { currency }) : t('chargesOwn')}{' '}
      {whyNotOffered ? t('notOffered', { reason: plain(whyNotOffered) }) : t('offered')}
    </p>
    {restrictions.length > 0 ? (
      <ul className="list-disc ps-5">
        {restrictions.map((sentence) => (
          <li key={sentence}>{plain(sentence)}.</li>
        ))}
      </ul>
    ) : null}
  </div>
)
