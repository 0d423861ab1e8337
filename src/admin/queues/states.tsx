import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { readFault } from '../api.ts'
import { textOf } from '../text.ts'
import type { QueueHands } from './use-queue.ts'

const t = textOf('queues')
const shell = textOf('shell')

/** A colleague decided while the entry was open here. */
export const Gone = ({ onNext }: { onNext: () => void }) => (
  <EmptyState title={t('gone')} description={t('goneShort')} action={<Button onClick={onNext}>{t('onward')}</Button>} />
)

type Props = { error: unknown; id: string; hands: QueueHands; onRetry: () => void }

export const LoadFailed = ({ error, id, hands, onRetry }: Props) =>
  readFault(error).status === 404 ? (
    <Gone onNext={() => hands.gone(id)} />
  ) : (
    <EmptyState title={t('failedOne')} action={<Button onClick={onRetry}>{shell('retry')}</Button>} />
  )
