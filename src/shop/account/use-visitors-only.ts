import { useEffect, useRef } from 'react'
import { useSession } from '../client/use-session.ts'
import { useGo } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { isBackOffice, landingPath } from './return-to.ts'

/**
 * Sends somebody who is signed in already to the page that asked for it, else to the account. Who came as a visitor
 * stays: sign-in itself decides where to go. On the admin screen only staff leave, so that others can change the account.
 */
export function useVisitorsOnly({ isAdminScreen = false }: { isAdminScreen?: boolean } = {}): void {
  const { user, isLoading } = useSession()
  const { search } = usePage()
  const go = useGo()
  const isDecided = useRef(false)
  useEffect(() => {
    if (isLoading || isDecided.current) return
    isDecided.current = true
    if (!user || (isAdminScreen && !user.is_admin)) return
    const target = landingPath(search, user, isAdminScreen ? '/admin' : '/profile')
    if (isBackOffice(target)) location.replace(target)
    else go(target, { replace: true })
  }, [user, isLoading, isAdminScreen, search, go])
}
