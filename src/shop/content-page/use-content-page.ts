import { useSuspenseQuery } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import type { Page } from '../../modules/content/contract.ts'
import { useShop } from '../client/context.tsx'
import { contentPageQuery } from '../client/queries.ts'

/**
 * The agency's text for the page that shows it. The location would be wrong: it is already the next page's while this
 * one is still shown.
 */
export function useContentPage(): Page {
  const { pathname } = useMatch({ strict: false })
  const slug = pathname.split('/')[1] ?? ''
  return useSuspenseQuery(contentPageQuery(useShop().api, slug)).data
}
