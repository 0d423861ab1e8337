import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('lists')
const shell = textOf('shell')
type List<Item> = { items: Item[] }

/**
 * Saves reordered lists one after the other and shows the latest order meanwhile. A refusal refetches the stored
 * order.
 */
export function useOrder<Item extends { id: string }>(
  key: string,
  call: (ids: readonly string[]) => Promise<List<Item>>,
): { save: (ids: readonly string[]) => void; isSaving: boolean } {
  const client = useQueryClient()
  const queryKey = [key]
  const mutationKey = ['order', key]
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `order ${key}` },
    mutationFn: call,
    onSuccess: (list) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, list)
    },
    onError: (error) => {
      const reason = readFault(error).message
      const description = reason ? `${t('orderFailed')}: ${reason}` : t('orderFailed')
      showToast({ tone: 'error', title: shell('error'), description })
      void client.invalidateQueries({ queryKey })
    },
  })
  return { save: mutate, isSaving: useIsMutating({ mutationKey }) > 0 }
}
