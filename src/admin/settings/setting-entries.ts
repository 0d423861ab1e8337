import type { StaffArea } from '../../kernel/staff.ts'
import { moreSections, type Section, sectionLabel, sections } from '../sections.ts'
import { settingPlaces } from '../site-settings/setting-places.ts'
import { hasText, textOf } from '../text.ts'
import type { Searchable } from './find-settings.ts'

const names = textOf('settingNames')
const words = textOf('settingWords')
const places = textOf('settingPlaces')
const email = textOf('email')
const bank = textOf('bank')
const rate = textOf('settings')

export interface SettingEntry extends Searchable {
  readonly key: string
  readonly to: string
  readonly search: Readonly<Record<string, string>>
  readonly area: StaffArea
}

const smtpNames: Readonly<Record<string, string>> = {
  smtp_host: email('host'),
  smtp_port: email('port'),
  smtp_user: email('user'),
  smtp_password: email('password'),
  tls_mode: email('tlsMode'),
  from_name: email('fromName'),
  from_email: email('fromEmail'),
  is_enabled: email('isEnabled'),
}

function nameOf(key: string, where: string): string {
  if (where === 'smtp') return smtpNames[key] ?? key
  if (where === 'bank') return bank(`fields.${key}`)
  return key.startsWith('rate_') ? rate('rate', { currency: key.slice(5) }) : names(key)
}
export const wordsOf = (key: string): string => (hasText('settingWords', key) ? words(key) : '')

const single: readonly SettingEntry[] = [...settingPlaces].map(([key, { to, search, area, where }]) => ({
  key,
  name: nameOf(key, where),
  words: wordsOf(key),
  where: places(where),
  ...{ to, search, area },
}))

/** Screens that are settings as a whole. */
const whole = ['sliders', 'pages', 'staff', 'sessions', 'personal-data', 'promos']
const asEntry = (section: Section): SettingEntry => ({
  key: section.key,
  name: sectionLabel(section),
  words: wordsOf(section.key),
  where: '',
  to: section.href,
  search: {},
  area: section.area,
})
const tab = (key: string, to: string, area: StaffArea): SettingEntry => ({
  ...{ key, to, area, search: { tab: key } },
  name: places(key),
  words: wordsOf(key),
  where: '',
})

/** Every setting that is known without asking the server. */
export const knownEntries: readonly SettingEntry[] = [
  ...single,
  tab('menus', '/admin/content', 'content'),
  tab('templates', '/admin/email-settings', 'mail'),
  tab('test', '/admin/email-settings', 'mail'),
  ...[...sections, ...moreSections].filter(({ key }) => whole.includes(key)).map(asEntry),
]
