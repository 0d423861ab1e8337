import texts from 'shop-messages:detail,booking,lines,missing'
import { addMessages } from '../intl/intl.tsx'
import { usePage } from '../routing/page.ts'
import { MissingService } from './missing-service.tsx'
import { ServiceView } from './service-view.tsx'
import { useService } from './use-service.ts'

addMessages(texts)

export function ServiceDetailPage() {
  const { isMissing } = usePage()
  return isMissing ? <MissingService /> : <LoadedService />
}

function LoadedService() {
  const service = useService()
  return service ? <ServiceView service={service} /> : null
}
