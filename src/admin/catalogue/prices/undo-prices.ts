import { showToast } from '../../../ui/toast-queue.ts'
import { api } from '../../api.ts'
import { textOf } from '../../text.ts'
import { refusedWords } from './price-words.ts'

const t = textOf('prices')
type Refused = Parameters<typeof refusedWords>[0]

/** Names the items that kept their prices; stays until it is closed. */
export function sayKept(refused: Refused): void {
  if (refused.length === 0) return
  showToast({ tone: 'error', title: t('notDone', { count: refused.length }), description: refusedWords(refused) })
}

export async function undoPrices(changeId: string): Promise<{ readonly done: number }> {
  const result = await api.catalogue.admin.prices.undo({ changeId })
  sayKept(result.refused)
  return result
}
