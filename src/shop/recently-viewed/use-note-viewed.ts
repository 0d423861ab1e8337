import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { useShop } from '../client/context.tsx'
import { noteViewed } from './store.ts'

/** Notes the item whose page is open, and counts the visit. Its data was fetched before the page was drawn. */
export function useNoteViewed(): void {
  const { api, queryClient } = useShop()
  const { pathname } = useLocation()
  useEffect(() => {
    for (const [, data] of queryClient.getQueriesData<{ service?: ServiceDetail }>({ queryKey: ['service'] }))
      if (data?.service?.href === pathname) {
        noteViewed(data.service)
        // Sent and forgotten: a visit that is lost is not counted.
        void api.content.countItemVisit({ kind: data.service.kind }).catch(() => undefined)
      }
  }, [api, queryClient, pathname])
}
