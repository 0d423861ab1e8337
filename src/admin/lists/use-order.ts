import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ui/toast-queue.ts'
import { readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('lists')
type List<Item> = { items: Item[] }

/** The items of `ids` in that order, in the places where they stood; all others stay where they are. */
export function inOrder<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const moved = ids.flatMap((id) => items.find((item) => item.id === id) ?? [])
  const rest = moved.values()
  return items.map((item) => (ids.includes(item.id) ? (rest.next().value ?? item) : item))
}

/**
 * A new order of a list, shown at once and saved one after the other. After a refusal the list is asked for again: what
 * stands there then is what is stored.
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
    onMutate: async (ids) => {
      client.setQueryData<List<Item>>(queryKey, (list) => list && { ...list, items: inOrder(list.items, ids) })
      await client.cancelQueries({ queryKey })
    },
    onSuccess: (list) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, list)
    },
    onError: (error) => {
      showToast({ tone: 'error', title: t('orderFailed'), description: readFault(error).message })
      void client.invalidateQueries({ queryKey })
    },
  })
  return { save: mutate, isSaving: useIsMutating({ mutationKey }) > 0 }
}
