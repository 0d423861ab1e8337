import { Loaded } from '../form/section.tsx'
import { seoGroups } from './setting-fields.ts'
import { SettingsForm } from './settings-form.tsx'
import { useStoredSettings } from './stored-settings.ts'

export function SeoSettings() {
  const settings = useStoredSettings()
  return <Loaded query={settings}>{(stored) => <SettingsForm stored={stored} groups={seoGroups} />}</Loaded>
}
