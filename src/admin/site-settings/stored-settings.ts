import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SettingsForStaff } from '../../modules/settings/contract.ts'
import { setAgencyZone } from '../agency-clock.ts'
import { setAgencyLanguages } from '../agency-languages.ts'
import { api } from '../api.ts'

const key = ['settings']

export const useStoredSettings = () => useQuery({ queryKey: key, queryFn: () => api.settings.admin.get() })

/** Call after a save: updates the cached settings and refetches what depends on them (reports, gateways). */
export function useSettingsSaved(): (now: SettingsForStaff) => void {
  const queries = useQueryClient()
  return (now) => {
    queries.setQueryData(key, now)
    setAgencyZone(now.settings.time_zone)
    setAgencyLanguages(now.settings.default_language, now.settings.languages)
    for (const other of [
      'dashboard',
      'trends',
      'departures',
      'departure',
      'bookings',
      'booking',
      'gateways',
      'session',
      'setup',
    ])
      void queries.invalidateQueries({ queryKey: [other] })
  }
}
