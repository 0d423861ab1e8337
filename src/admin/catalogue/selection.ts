import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import type { TableSelection } from '../../ui/table.tsx'
import { textOf } from '../text.ts'

const t = textOf('catalogue')
/** Ids with the versions that were shown. */
export type Selected = ReadonlyMap<string, number>

export const selectionOf = (
  rows: readonly AdminServiceRow[],
  selected: Selected,
  onSelect: (selected: Selected) => void,
): TableSelection<AdminServiceRow> => ({
  selected: new Set(selected.keys()),
  // Keep the version shown with each id; rows of other pages keep theirs.
  onChange: (ids) => {
    const versionOf = (id: string) => rows.find((row) => row.id === id)?.version ?? selected.get(id) ?? 0
    onSelect(new Map([...ids].map((id) => [id, versionOf(id)])))
  },
  allLabel: t('selectAll'),
  rowLabel: (row) => t('selectOne', { title: row.title }),
})
