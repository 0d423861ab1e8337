import type { TableSelection } from '../../ui/table.tsx'

/** Ids with the versions that were shown. */
export type Selected = ReadonlyMap<string, number>

type Selectable = { readonly id: string; readonly version: number }

export function toggled(selected: Selected, { id, version }: Selectable): Selected {
  const next = new Map(selected)
  if (!next.delete(id)) next.set(id, version)
  return next
}

type Selecting<Row> = Pick<TableSelection<Row>, 'allLabel' | 'rowLabel'> & {
  readonly rows: readonly Row[]
  readonly selected: Selected
  readonly onSelect: (selected: Selected) => void
}

export const selectionIn = <Row extends Selectable>({
  rows,
  selected,
  onSelect,
  ...labels
}: Selecting<Row>): TableSelection<Row> => ({
  selected: new Set(selected.keys()),
  // Keep the version shown with each id; rows of other pages keep theirs.
  onChange: (ids) => {
    const versionOf = (id: string) => rows.find((row) => row.id === id)?.version ?? selected.get(id) ?? 0
    onSelect(new Map([...ids].map((id) => [id, versionOf(id)])))
  },
  ...labels,
})
