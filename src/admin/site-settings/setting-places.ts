import type { StaffArea } from '../../kernel/staff.ts'
import { type SettingGroup, seoGroups, siteGroups, topicGroups, topicKeys } from './setting-fields.ts'

export type SettingPlace = Readonly<{
  to: string
  search: Readonly<Record<string, string>>
  /** Who may open it. */
  area: StaffArea
  /** Where it is, as a key of the messages 'settingPlaces'. */
  where: string
}>
type Page = Omit<SettingPlace, 'search'> & { readonly tab?: string }

const smtpFields = [
  'smtp_host',
  'smtp_port',
  'smtp_user',
  'smtp_password',
  'tls_mode',
  'from_name',
  'from_email',
  'is_enabled',
]
const bankFields = ['account_name', 'account_number', 'ifsc', 'upi', 'bank_name', 'branch', 'iban', 'swift']
const rates = ['rate_INR', 'rate_EUR', 'rate_GBP', 'rate_AED']

const on = ({ tab, ...page }: Page, settings: readonly string[]) =>
  settings.map((setting) => [setting, { ...page, search: { ...(tab && { tab }), setting } }] as const)
const keysOf = (groups: readonly SettingGroup[]): readonly string[] => groups.flatMap(({ settings }) => settings)

/** The one place of each single setting (decision 0049); its page focuses the one in the address. */
export const settingPlaces: ReadonlyMap<string, SettingPlace> = new Map<string, SettingPlace>([
  ...on({ to: '/admin/content', tab: 'siteSettings', area: 'settings', where: 'site' }, [
    ...keysOf(siteGroups),
    'maintenance_mode',
  ]),
  ...on({ to: '/admin/content', tab: 'seo', area: 'settings', where: 'seo' }, keysOf(seoGroups)),
  ...topicKeys.flatMap((topic) =>
    on({ to: '/admin/settings', area: 'settings', where: topic }, keysOf(topicGroups[topic])),
  ),
  ...on({ to: '/admin/settings', area: 'settings', where: 'money' }, rates),
  ...on({ to: '/admin/email-settings', tab: 'smtp', area: 'gateways', where: 'smtp' }, smtpFields),
  ...on({ to: '/admin/bank-settings', area: 'gateways', where: 'bank' }, bankFields),
])
