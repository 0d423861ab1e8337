import type { QueryClient } from '@tanstack/react-query'
import type { UploadView } from '../../modules/catalogue/index.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('bulk')
const shell = textOf('shell')

export type UndoView = NonNullable<UploadView['undo']>
export const isWorthwhile = ({ state, counts }: UndoView): boolean =>
  state === 'possible' && counts.trashed + counts.putBack > 0

export async function startUndo(client: QueryClient, uploadId: string): Promise<void> {
  try {
    client.setQueryData(['bulk-upload', uploadId], await api.catalogue.admin.uploads.undo({ uploadId }))
  } finally {
    void client.invalidateQueries({ queryKey: ['bulk-upload'] })
  }
}

export function sayFailed(error: unknown): void {
  const reason = readFault(error).message || shell('unreachable')
  showToast({ tone: 'error', title: shell('error'), description: `${t('undo.failed')}: ${reason}` })
}
