import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import type { TableSelection } from '../../ui/table.tsx'
import { type Selected, selectionIn } from '../lists/selection.ts'
import { textOf } from '../text.ts'

const t = textOf('catalogue')

export const selectionOf = (
  rows: readonly AdminServiceRow[],
  selected: Selected,
  onSelect: (selected: Selected) => void,
): TableSelection<AdminServiceRow> =>
  selectionIn({
    ...{ rows, selected, onSelect },
    allLabel: t('selectAll'),
    rowLabel: (row) => t('selectOne', { title: row.title }),
  })
