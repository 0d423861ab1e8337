import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { api, readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { failureOf } from './failure.ts'
import { showStored, useCatalogueChanged } from './use-items.ts'

const messages = textOf('shell')
export type RowChange = {
  readonly title?: string
  readonly status?: 'active' | 'inactive'
  readonly is_featured?: boolean
  readonly details?: Record<string, unknown>
}

type Stored = Awaited<ReturnType<typeof api.catalogue.admin.update>>
/** The save of a row that is under way: two fields of a row may be edited faster than the server answers. */
const underWay = new Map<string, Promise<Stored>>()

function saveRow(row: AdminServiceRow, change: RowChange): Promise<Stored> {
  const send = (version: number) => api.catalogue.admin.update({ id: row.id, version, ...change })
  const earlier = underWay.get(row.id)
  const saving = earlier
    ? earlier.then(
        ({ version }) => send(version),
        () => send(row.version),
      )
    : send(row.version)
  underWay.set(row.id, saving)
  const forget = () => {
    if (underWay.get(row.id) === saving) underWay.delete(row.id)
  }
  saving.then(forget, forget)
  return saving
}

/**
 * Saves one field of one row at once. Returns null, or the reason for a refusal (the field's error if there is one).
 * After a conflict the list is refetched.
 */
export function useChange(edited: EditedKind, row: AdminServiceRow) {
  const queries = useQueryClient()
  const changed = useCatalogueChanged(edited)
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (change: RowChange) => saveRow(row, change),
    onSuccess: (stored) => showStored(queries, edited, stored),
    onError: (error) => {
      showToast({ tone: 'error', title: messages('error'), description: failureOf(edited, 'saveFailed', error) })
      if (readFault(error).status === 409) changed()
    },
  })
  const run = (change: RowChange): Promise<string | null> =>
    mutateAsync(change).then(
      () => null,
      (error: unknown) => readFieldErrors(error)[0]?.message ?? (readFault(error).message || messages('unreachable')),
    )
  return { run, isPending, pending: isPending ? variables : undefined }
}
