import type { SettingsForStaff } from '../../modules/settings/contract.ts'
import { api } from '../api.ts'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { textOf } from '../text.ts'
import { settingTexts } from '../translations/sources.ts'
import { TranslateButton } from '../translations/translate-button.tsx'
import type { SettingGroup } from './setting-fields.ts'
import { SettingGroups } from './setting-groups.tsx'
import { useSettingsSaved } from './stored-settings.ts'
import { useAskedSetting } from './use-asked-setting.ts'

const t = textOf('siteSettings')
const translations = textOf('translations')

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
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose text-ink-2">{translations('settingsHint')}</p>
        <TranslateButton source={settingTexts()} />
      </div>
      <SettingGroups groups={groups} draft={draft} errorOf={save.errorOf} />
    </SaveForm>
  )
}
