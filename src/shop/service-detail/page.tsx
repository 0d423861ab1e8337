import texts from 'shop-messages:detail,booking,lines,missing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useShop } from '../context.tsx'
import { addMessages } from '../intl.tsx'
import { useKind, usePage } from '../page.tsx'
import { serviceQuery, singleServiceQuery } from '../queries.ts'
import { MissingService } from './missing-service.tsx'
import { ServiceView } from './service-view.tsx'

addMessages(texts)

export function ServiceDetailPage() {
  const { isMissing } = usePage()
  return isMissing ? <MissingService /> : <FoundService />
}

function FoundService() {
  const service = useService()
  return service ? <ServiceView service={service} /> : null
}

/** The item of the open page; the loader has fetched it. */
export function useService() {
  const { api } = useShop()
  const kind = useKind()
  const { params } = usePage()
  const options = kind.isSingle ? singleServiceQuery(api, kind.key) : serviceQuery(api, kind, params.idOrSlug ?? '')
  const { data } = useSuspenseQuery(options)
  return 'service' in data ? data.service : null
}
