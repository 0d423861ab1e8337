import { useRef, useState } from 'react'
import type { SettingsForStaff } from '../../modules/settings/contract.ts'
import type { SettingKey, ShopSettings } from '../../modules/settings/index.ts'
import { api } from '../api.ts'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { FieldGrid, Loaded } from '../form/section.tsx'
import { SettingField } from '../site-settings/setting-field.tsx'
import { useSettingsSaved, useStoredSettings } from '../site-settings/stored-settings.ts'
import { ownZone, zoneOptions } from '../site-settings/zone-options.ts'
import { textOf } from '../text.ts'

const t = textOf('setup')

type Props = {
  settings: readonly SettingKey[]
  /** Must be filled, unless another of the settings is that does as well. */
  needed?: SettingKey
  isDone: boolean
  onDone: () => void
}

/** A few settings, by the same fields and the same call as in the settings. */
export function SettingsStep(props: Props) {
  const stored = useStoredSettings()
  return <Loaded query={stored}>{(data) => <Form {...props} stored={data} />}</Loaded>
}

/** What is offered before anybody has decided: no stand-in for a name, and the zone of the device. */
function offered({ settings }: SettingsForStaff): ShopSettings {
  const zone = ownZone()
  const isKnown = zoneOptions.some(({ value }) => value === zone)
  return { ...settings, site_title: '', ...(isKnown && { time_zone: zone }) }
}

function Form({ settings, needed, isDone, onDone, stored }: Props & { stored: SettingsForStaff }) {
  const place = useRef<HTMLDivElement>(null)
  const [isChecked, setChecked] = useState(false)
  const draft = useDraft(isDone ? stored.settings : offered(stored))
  const saved = useSettingsSaved()
  // All of them, also unchanged defaults: saving confirms them.
  const given = Object.fromEntries(settings.map((setting) => [setting, draft.value[setting]]))
  const save = useSave({
    call: () => api.settings.admin.save({ settings: given }),
    done: t('saved'),
    failed: t('saveFailed'),
    onDone: (now) => {
      draft.settle(given)
      saved(now)
      if (!isDone) onDone()
    },
  })
  const instead = needed === 'contact_phone' ? 'whatsapp' : needed
  const isMissing = (setting: SettingKey | undefined) =>
    setting !== undefined && String(draft.value[setting]).trim() === ''
  const isEmpty = isMissing(needed) && isMissing(instead)
  const run = () => {
    setChecked(true)
    if (!isEmpty) return save.run()
    place.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  return (
    <SaveForm save={{ ...save, run }} isDirty={draft.isDirty} onDiscard={draft.discard} saveLabel={t('save')}>
      <div ref={place}>
        <FieldGrid>
          {settings.map((setting) => (
            <SettingField
              key={setting}
              setting={setting}
              value={draft.value[setting]}
              error={save.errorOf(setting) ?? (isChecked && isEmpty && setting === needed ? t('fillIn') : undefined)}
              onChange={(value) => draft.change(setting, value as never)}
            />
          ))}
        </FieldGrid>
      </div>
    </SaveForm>
  )
}
