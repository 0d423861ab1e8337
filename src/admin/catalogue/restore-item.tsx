import type { AdminService } from '../../modules/catalogue/contract.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { RestoreButton } from '../trash/trash-actions.tsx'
import type { EditedKind } from './edited-kind.ts'
import { useCatalogueChanged } from './use-items.ts'

const t = textOf('catalogue')

interface Props {
  readonly edited: EditedKind
  readonly item: Pick<AdminService, 'id' | 'version' | 'title'>
  readonly onRestored?: (item: AdminService) => void
}

/** Brings an item back from the trash or the archive and says what it is now. */
export function RestoreItem({ edited, item, onRestored }: Props) {
  const changed = useCatalogueChanged(edited)
  return (
    <RestoreButton
      name={item.title}
      call={async () => {
        const restored = await api.catalogue.admin.trash.restore({ id: item.id, version: item.version })
        onRestored?.(restored)
        return restored
      }}
      done={({ status }) => ({
        tone: 'success',
        title: t('restored', { entity: edited.entity }),
        description: t(`restoredAs.${status}`),
      })}
      onDone={changed}
    />
  )
}
