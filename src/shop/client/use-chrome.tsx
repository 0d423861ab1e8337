import { useSuspenseQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import type { Chrome } from '../../modules/content/contract.ts'
import { useShop } from './context.tsx'
import { chromeQuery } from './queries.ts'

const ChromeContext = createContext<Chrome | null>(null)

/** Reads it once for all below, of which every price needs it. It is loaded before any page is drawn. */
export function ChromeProvider({ children }: { children: ReactNode }) {
  const { data } = useSuspenseQuery(chromeQuery(useShop().api))
  return <ChromeContext value={data}>{children}</ChromeContext>
}

/** Site title, contact, menus and currencies. */
export function useChrome(): Chrome {
  const chrome = use(ChromeContext)
  if (!chrome) throw new Error('useChrome outside of ChromeProvider')
  return chrome
}
