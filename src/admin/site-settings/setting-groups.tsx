import type { SettingKey, ShopSettings } from '../../modules/settings/index.ts'
import type { Draft } from '../form/draft.ts'
import { FieldCard, FieldGrid } from '../form/section.tsx'
import { hasText, textOf } from '../text.ts'
import { SettingField } from './setting-field.tsx'
import type { SettingGroup } from './setting-fields.ts'

const t = textOf('settingGroups')
const intros = textOf('settingGroupIntros')

type GroupsProps = {
  groups: readonly SettingGroup[]
  draft: Draft<ShopSettings>
  errorOf: (path: string) => string | undefined
  level?: 'h2' | 'h3'
}

export const SettingGroups = ({ groups, draft, errorOf, level = 'h2' }: GroupsProps) =>
  groups.map((group) => (
    <FieldCard
      key={group.key}
      level={level}
      title={t(group.key)}
      intro={hasText('settingGroupIntros', group.key) ? intros(group.key) : undefined}
    >
      <FieldGrid>
        {group.settings.map((setting: SettingKey) => (
          <div key={setting} data-setting={setting} className="contents">
            <SettingField
              setting={setting}
              value={draft.value[setting]}
              error={errorOf(setting)}
              onChange={(value) => draft.change(setting, value as never)}
            />
          </div>
        ))}
      </FieldGrid>
    </FieldCard>
  ))
