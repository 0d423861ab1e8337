import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Switch } from '../../ui/switch.tsx'
import { api } from '../api.ts'
import { useSave } from '../form/save.ts'
import { FieldCard, Loaded } from '../form/section.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { useSetup } from '../setup/setup-data.ts'
import { textOf } from '../text.ts'
import { siteGroups } from './setting-fields.ts'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsSaved, useStoredSettings } from './stored-settings.ts'

const t = textOf('siteSettings')

export function SiteSettings() {
  const settings = useStoredSettings()
  return (
    <Loaded query={settings}>
      {(stored) => (
        <div className="grid grid-cols-1 gap-5">
          <OpenOrClosed isClosed={stored.settings.maintenance_mode} />
          <SettingsForm stored={stored} groups={siteGroups} />
        </div>
      )}
    </Loaded>
  )
}

/** Before its first opening the shop is closed anyway, and only the checklist opens it. */
function OpenOrClosed({ isClosed }: { isClosed: boolean }) {
  const setup = useSetup()
  if (setup.data?.state !== 'soon') return <Maintenance isClosed={isClosed} />
  return (
    <FieldCard title={t('maintenance')}>
      <div data-setting="maintenance_mode">
        <Notice>
          <p>
            {t('notOpenYet')} <Link to="/admin/setup">{t('toSetup')}</Link>
          </p>
        </Notice>
      </div>
    </FieldCard>
  )
}

/** Closes or reopens the shop at once; staff still see it and the back office (A262, A263). */
function Maintenance({ isClosed }: { isClosed: boolean }) {
  const saved = useSettingsSaved()
  const [isAsking, setAsking] = useState(false)
  const save = useSave({
    call: () => api.settings.admin.save({ settings: { maintenance_mode: !isClosed } }),
    done: t('maintenanceSaved'),
    failed: t('maintenanceFailed'),
    onDone: (answer) => {
      setAsking(false)
      saved(answer)
    },
  })
  return (
    <FieldCard title={t('maintenance')}>
      <div data-setting="maintenance_mode">
        <Switch
          label={t('maintenanceSwitch')}
          hint={t('maintenanceHint')}
          checked={save.isPending ? !isClosed : isClosed}
          onChange={() => save.isPending || (isClosed ? save.run() : setAsking(true))}
        />
      </div>
      {isClosed ? (
        <Notice tone="warn" role="status">
          {t('maintenanceOn')}
        </Notice>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={t('closeTitle')}
          confirm={t('closeConfirm')}
          isPending={save.isPending}
          onConfirm={save.run}
          onClose={() => setAsking(false)}
        >
          <p>{t('closeText')}</p>
        </ConfirmDialog>
      ) : null}
      {save.fault ? (
        <Notice tone="danger" role="alert">
          {save.fault}
        </Notice>
      ) : null}
    </FieldCard>
  )
}
