import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Page } from '../../modules/content/contract.ts'
import { useShop } from '../context.tsx'
import { contentPageQuery } from '../queries.ts'

/** The agency's text for the open page: each of these pages is named by its address. */
export function useContentPage(): Page {
  const { pathname } = useLocation()
  const slug = pathname.split('/')[1] ?? ''
  return useSuspenseQuery(contentPageQuery(useShop().api, slug)).data
}
