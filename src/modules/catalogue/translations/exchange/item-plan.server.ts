import { foreignWords, type Text } from '../../../../kernel/messages.ts'
import { notTranslated, type StoredTranslation } from '../../../../kernel/translations.ts'
import type { IncomingFile } from '../../../../platform/xliff/document.ts'
import type { LoadedKind } from '../../../../services/loaded.server.ts'
import type { StoredRow } from '../../changing.server.ts'
import { text } from '../../text.ts'
import { viewService } from '../../views.server.ts'
import { originalAt, slugField, translatableFields } from '../rules.ts'
import { type FieldPlan, pathOf, planField } from './plan.server.ts'

/** What a file would change in one item. */
export interface ItemPlan {
  readonly id: string
  readonly title: string
  /** Null: the item as a whole is refused. */
  readonly kind: LoadedKind | null
  readonly before: StoredTranslation
  readonly fields: readonly FieldPlan[]
}

export const refusedItem = ({ id }: IncomingFile, message: Text, title = ''): ItemPlan => ({
  ...{ id: id.slice(0, 80), title, kind: null, before: notTranslated },
  fields: [{ path: '', label: '', result: 'refused', message }],
})

type Given = { readonly file: IncomingFile; readonly row: StoredRow; readonly stored: StoredTranslation }
export function planItem(kind: LoadedKind, { file, row, stored }: Given): ItemPlan {
  const service = viewService(kind, row)
  const all = [...translatableFields(kind.specs), ...(kind.kind.isSingle ? [] : [slugField])]
  const known = new Map(all.map((field) => [field.path, field]))
  const fields = [...Map.groupBy(file.units, ({ id }) => pathOf(id))].flatMap(([path, units]): FieldPlan[] => {
    const field = known.get(path)
    if (!field)
      return [
        {
          path: path.slice(0, 80),
          label: foreignWords(path.slice(0, 80)),
          result: 'refused',
          message: text('editing.unknownField'),
        },
      ]
    const original = path === slugField.path ? service.slug : originalAt(service, path)
    const plan = planField(field, units, { original, stored })
    return plan ? [plan] : []
  })
  return { id: row.id, title: row.title, kind, before: stored, fields }
}
