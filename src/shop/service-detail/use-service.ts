import { useSuspenseQuery } from '@tanstack/react-query'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { useShop } from '../client/context.tsx'
import { serviceQuery, singleServiceQuery } from '../client/queries.ts'
import { useKind, usePage } from '../routing/page.ts'

/** The item of the open page; the loader has fetched it. */
export function useService(): ServiceDetail | null {
  const { api } = useShop()
  const kind = useKind()
  const { params } = usePage()
  const options = kind.isSingle ? singleServiceQuery(api, kind.key) : serviceQuery(api, kind, params.idOrSlug ?? '')
  const { data } = useSuspenseQuery(options)
  return 'service' in data ? data.service : null
}
