import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SettingsForStaff } from '../../modules/settings/contract.ts'
import { api } from '../api.ts'

const key = ['settings']

export const useStoredSettings = () => useQuery({ queryKey: key, queryFn: () => api.settings.admin.get() })

/** After a save: what is shown follows at once, and what is worked out from it (reports, gateways) is asked for again. */
export function useSettingsSaved(): (now: SettingsForStaff) => void {
  const queries = useQueryClient()
  return (now) => {
    queries.setQueryData(key, now)
    for (const other of ['dashboard', 'bookings', 'booking', 'gateways', 'session'])
      void queries.invalidateQueries({ queryKey: [other] })
  }
}
