import type { Text } from '../../../../kernel/messages.ts'
import type { StoredTranslation } from '../../../../kernel/translations.ts'
import type { IncomingFile } from '../../../../platform/xliff/document.ts'
import type { LoadedKind } from '../../../../services/loaded.server.ts'
import type { StoredRow } from '../../changing.server.ts'
import { viewService } from '../../views.server.ts'
import type { TranslatableField } from '../original.ts'
import { isPicturePath } from '../pictures.ts'
import { fieldsOfItem, originalAt, slugField } from '../rules.ts'
import { planFields, refusedFile } from './plan.server.ts'
import type { Plan } from './subject.server.ts'

/** What a file would change in one item. */
export interface ItemPlan extends Plan {
  /** Null: the item as a whole is refused. */
  readonly kind: LoadedKind | null
}

export const refusedItem = (file: IncomingFile, message: Text, title = ''): ItemPlan => ({
  ...refusedFile(file, message, title),
  kind: null,
})

type Given = { readonly file: IncomingFile; readonly row: StoredRow; readonly stored: StoredTranslation }
export function planItem(kind: LoadedKind, { file, row, stored }: Given): ItemPlan {
  const service = viewService(kind, row)
  const all = [...fieldsOfItem(service, kind.specs), ...(kind.kind.isSingle ? [] : [slugField])]
  const original = ({ path }: TranslatableField) =>
    path === slugField.path ? service.slug : originalAt(service, kind.specs, path)
  const fields = planFields(file.units, { fields: all, pathOf, original, stored })
  return { id: row.id, title: row.title, kind, before: stored, fields }
}

/** 'details.itinerary' of 'details.itinerary.0.title'. */
const pathOf = (id: string): string =>
  isPicturePath(id) ? id : id.split('.', id.startsWith('details.') ? 2 : 1).join('.')
