import { useQuery } from '@tanstack/react-query'
import { useAreas, useMayEnter } from '../may-enter.ts'
import { gatewaysQuery } from '../payment-settings/gateways-query.ts'
import { textOf } from '../text.ts'
import { knownEntries, type SettingEntry, wordsOf } from './setting-entries.ts'

const places = textOf('settingPlaces')

/** What the user may open, with one entry for each payment provider. */
export function useSettingEntries(): readonly SettingEntry[] {
  const areas = useAreas()
  const gateways = useQuery({ ...gatewaysQuery, enabled: useMayEnter('gateways') })
  const providers = (gateways.data ?? []).map(
    ({ name, label, fields }): SettingEntry => ({
      key: `gateway_${name}`,
      name: label,
      words: [wordsOf('gateway'), ...fields.map((field) => field.label)].join(', '),
      where: places('gateways'),
      to: '/admin/payments',
      search: { setting: `gateway_${name}` },
      area: 'gateways',
    }),
  )
  return [...knownEntries, ...providers].filter(({ area }) => areas.includes(area))
}
