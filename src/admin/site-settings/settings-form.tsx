import type { SettingsForStaff } from '../../modules/settings/contract.ts'
import { api } from '../api.ts'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { textOf } from '../text.ts'
import type { SettingGroup } from './setting-fields.ts'
import { SettingGroups } from './setting-groups.tsx'
import { useSettingsSaved } from './stored-settings.ts'
import { useAskedSetting } from './use-asked-setting.ts'

const t = textOf('siteSettings')

/** A tab of Content that edits settings; only changed ones are sent. */
export function SettingsForm({ stored, groups }: { stored: SettingsForStaff; groups: readonly SettingGroup[] }) {
  const draft = useDraft(stored.settings)
  const saved = useSettingsSaved()
  useAskedSetting()
  const save = useSave({
    call: () => api.settings.admin.save({ settings: { ...draft.changed } }),
    done: t('saved'),
    failed: t('saveFailed'),
    onDone: (now) => {
      draft.settle(draft.changed)
      saved(now)
    },
  })
  return (
    <SaveForm save={save} isDirty={draft.isDirty} onDiscard={draft.discard} inTab saveLabel={t('save')}>
      <SettingGroups groups={groups} draft={draft} errorOf={save.errorOf} />
    </SaveForm>
  )
}
