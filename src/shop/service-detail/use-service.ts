import { useSuspenseQuery } from '@tanstack/react-query'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { useShop } from '../context.tsx'
import { useKind, usePage } from '../page.tsx'
import { serviceQuery, singleServiceQuery } from '../queries.ts'

/** The item of the open page; the loader has fetched it. */
export function useService(): ServiceDetail | null {
  const { api } = useShop()
  const kind = useKind()
  const { params } = usePage()
  const options = kind.isSingle ? singleServiceQuery(api, kind.key) : serviceQuery(api, kind, params.idOrSlug ?? '')
  const { data } = useSuspenseQuery(options)
  return 'service' in data ? data.service : null
}
