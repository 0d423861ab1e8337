import texts from 'shop-messages:detail,booking,checkout,lines,missing'
import { addMessages } from '../intl/intl.tsx'
import { useKind, usePage } from '../routing/page.ts'
import { MissingService } from '../service-detail/missing-service.tsx'
import { useService } from '../service-detail/use-service.ts'
import { ServiceBooking } from './service-booking.tsx'

addMessages(texts)

export function ServiceBookingPage() {
  const { isMissing } = usePage()
  return isMissing ? <MissingService /> : <LoadedService />
}

function LoadedService() {
  const service = useService()
  const kind = useKind()
  return service ? <ServiceBooking service={service} kind={kind} /> : null
}
