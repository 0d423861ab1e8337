import type { SettingKey } from '../../modules/settings/index.ts'
import {
  currencyGroups,
  pixelGroups,
  type SettingGroup,
  seoGroups,
  siteGroups,
} from '../site-settings/setting-fields.ts'

export type SettingPlace = Readonly<{ to: string; search: Readonly<Record<string, string>> }>

const within = (groups: readonly SettingGroup[], to: string, search: Record<string, string> = {}) =>
  groups.flatMap(({ settings }) =>
    settings.map((setting) => [setting, { to, search: { ...search, setting } }] as const),
  )

/** Where each single setting is edited; the form focuses the one in the address. */
export const settingPlaces: ReadonlyMap<SettingKey, SettingPlace> = new Map<SettingKey, SettingPlace>([
  ...within(siteGroups, '/admin/content', { tab: 'siteSettings' }),
  ['maintenance_mode', { to: '/admin/content', search: { tab: 'siteSettings', setting: 'maintenance_mode' } }],
  ...within(seoGroups, '/admin/content', { tab: 'seo' }),
  ...within([...currencyGroups, ...pixelGroups], '/admin/settings'),
])
