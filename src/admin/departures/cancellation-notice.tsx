import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { StuckBookings } from './stuck-bookings.tsx'

const t = textOf('departureCancel')

/** Progress of a cancelled departure's bookings. */
export function CancellationNotice({ page, onChanged }: { page: DeparturePage; onChanged: () => void }) {
  const { cancellation, is_closed: isClosed } = page
  if (!cancellation || !isClosed) return null
  const { waiting, cancelled, kept, by_hand: byHand, closed, moved, stuck, by, at, reason } = cancellation
  const total = waiting + cancelled + kept + byHand + closed + moved + stuck.length
  return (
    <Notice tone="warn" title={t('noticeTitle')}>
      <p className="wrap-anywhere">{t('noticeWho', { by, at: dateTime(at), reason })}</p>
      {total > 0 ? (
        <p role="status">
          {waiting > 0
            ? t('working', { done: total - waiting, total })
            : t('results', { cancelled, moved, kept, closed })}
        </p>
      ) : null}
      <StuckBookings page={page} onChanged={onChanged} />
      {byHand > 0 ? <p>{t('byHand', { count: byHand })}</p> : null}
    </Notice>
  )
}
