import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { RestoreItem } from './restore-item.tsx'
import type { CatalogueSearch } from './search.ts'
import { useCatalogueChanged } from './use-items.ts'

const t = textOf('catalogue')
const messages = textOf('shell')

type Props = {
  edited: EditedKind
  row: AdminServiceRow
  search: CatalogueSearch
  onDelete: (row: AdminServiceRow) => void
  hasWords?: boolean
}

export function RowActions({ edited, row, search, onDelete, hasWords = false }: Props) {
  const navigate = useNavigate()
  const duplicate = useDuplicate(edited)
  const { title } = row
  const look = { variant: 'quiet', size: 'sm', iconOnly: true } as const
  const wide = hasWords ? ({ variant: 'secondary', size: 'sm' } as const) : look
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Button
        {...wide}
        id={`edit-${row.id}`}
        aria-label={t('editOne', { title })}
        icon={<Pencil aria-hidden="true" />}
        onClick={() => void navigate({ to: `${edited.href}/${row.id}`, search: search as never, resetScroll: false })}
      >
        {hasWords ? t('edit') : null}
      </Button>
      <Button
        {...look}
        aria-label={t('duplicateOne', { title })}
        icon={<Copy aria-hidden="true" />}
        loading={duplicate.isPending}
        onClick={() => duplicate.mutate(row.id)}
      />
      {row.status === 'active' ? (
        <a
          className={buttonClass(look)}
          href={row.href}
          target="_blank"
          rel="noreferrer"
          aria-label={t('viewOne', { title })}
        >
          <ExternalLink aria-hidden="true" />
        </a>
      ) : null}
      {row.removed ? <RestoreItem edited={edited} item={row} /> : null}
      <Button
        {...wide}
        aria-label={t('deleteOne', { title })}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => onDelete(row)}
      >
        {hasWords ? t('delete') : null}
      </Button>
    </span>
  )
}

function useDuplicate(edited: EditedKind) {
  const navigate = useNavigate()
  const changed = useCatalogueChanged(edited)
  return useMutation({
    mutationFn: (id: string) => api.catalogue.admin.duplicate({ id }),
    onSuccess: (copy) => {
      showToast({ tone: 'success', title: t('duplicated', { entity: edited.entity }) })
      changed()
      void navigate({ to: `${edited.href}/${copy.id}` })
    },
    onError: (error) =>
      showToast({
        tone: 'error',
        title: messages('error'),
        description: readFault(error).message || t('duplicateFailed', { entity: edited.inSentence }),
      }),
  })
}
