import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { Switch } from '../../ui/switch.tsx'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { useChange } from './use-change.ts'

const t = textOf('catalogue')
type Props = { edited: EditedKind; row: AdminServiceRow; hideLabel?: boolean }

/** Optimistic: shows the new state at once and reverts if the server refuses. */
export function StatusSwitch({ edited, row, hideLabel = true }: Props) {
  const { run, pending } = useChange(edited, row)
  return (
    <Switch
      hideLabel={hideLabel}
      label={hideLabel ? t('isActive', { title: row.title }) : t('columns.status')}
      checked={(pending?.status ?? row.status) === 'active'}
      onChange={({ target }) => pending ?? void run({ status: target.checked ? 'active' : 'inactive' })}
    />
  )
}
export function FeaturedSwitch({ edited, row }: Props) {
  const { run, pending } = useChange(edited, row)
  return (
    <Switch
      hideLabel
      label={t('isFeatured', { title: row.title })}
      checked={pending?.is_featured ?? row.is_featured}
      onChange={({ target }) => pending ?? void run({ is_featured: target.checked })}
    />
  )
}
