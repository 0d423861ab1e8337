import { useSuspenseQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import type { Chrome } from '../../modules/content/contract.ts'
import { useShop } from './context.tsx'
import { chromeQuery } from './queries.ts'

const ChromeContext = createContext<Chrome | null>(null)

/** Reads the site's settings once for the whole page: every price asks for them. They are loaded before it is drawn. */
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
