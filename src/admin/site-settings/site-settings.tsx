import { Notice } from '../../ui/badge.tsx'
import { Switch } from '../../ui/switch.tsx'
import { api } from '../api.ts'
import { useSave } from '../form/save.ts'
import { FieldCard, Loaded } from '../form/section.tsx'
import { textOf } from '../text.ts'
import { siteGroups } from './setting-fields.ts'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsSaved, useStoredSettings } from './stored-settings.ts'

const t = textOf('siteSettings')

/** The tab 'Site Settings' of Content. */
export function SiteSettings() {
  const settings = useStoredSettings()
  return (
    <Loaded query={settings}>
      {(stored) => (
        <div className="grid grid-cols-1 gap-5">
          <Maintenance isClosed={stored.settings.maintenance_mode} />
          <SettingsForm stored={stored} groups={siteGroups} />
        </div>
      )}
    </Loaded>
  )
}

/** Closes the shop and opens it again, at once; staff still see it and the back office (A262, A263). */
function Maintenance({ isClosed }: { isClosed: boolean }) {
  const saved = useSettingsSaved()
  const save = useSave({
    call: () => api.settings.admin.save({ settings: { maintenance_mode: !isClosed } }),
    done: t('maintenanceSaved'),
    failed: t('maintenanceFailed'),
    onDone: saved,
  })
  return (
    <FieldCard title={t('maintenance')}>
      <Switch
        label={t('maintenanceSwitch')}
        hint={t('maintenanceHint')}
        checked={save.isPending ? !isClosed : isClosed}
        onChange={() => save.isPending || save.run()}
      />
      {isClosed ? (
        <Notice tone="warn" role="status">
          {t('maintenanceOn')}
        </Notice>
      ) : null}
      {save.fault ? (
        <Notice tone="danger" role="alert">
          {save.fault}
        </Notice>
      ) : null}
    </FieldCard>
  )
}
