import { useSuspenseQuery } from '@tanstack/react-query'
import type { Chrome } from '../../modules/content/contract.ts'
import { useShop } from './context.tsx'
import { chromeQuery } from './queries.ts'

/** Site title, contact, menus and currencies: loaded before any page is drawn. */
export const useChrome = (): Chrome => useSuspenseQuery(chromeQuery(useShop().api)).data
