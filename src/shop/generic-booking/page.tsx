import texts from 'shop-messages:detail,booking,checkout,lines,missing,enquiry,contact'
import { useSuspenseQuery } from '@tanstack/react-query'
import { findKind } from '../../services/index.ts'
import type { ServiceKind } from '../../services/kind.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useShop } from '../client/context.tsx'
import { serviceQuery } from '../client/queries.ts'
import { GeneralEnquiry } from '../enquiry/general-enquiry.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { MissingScreen } from '../page-states/missing-screen.tsx'
import { ShopLink } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { ServiceBooking } from '../service-booking/service-booking.tsx'
import { ApplyPage } from '../visa-wizard/apply-page.tsx'

addMessages(texts)

/** /booking?type=tour&id=...: the form of whatever the address names (C159, C160). */
export function GenericBookingPage() {
  const { search, isMissing } = usePage()
  const kind = findKind(search.type ?? '')
  if (search.type === 'general') return <GeneralEnquiry />
  return kind && !isMissing ? <LoadedService kind={kind} id={search.id ?? ''} /> : <ServiceMissing />
}

function LoadedService({ kind, id }: { kind: ServiceKind; id: string }) {
  const { api } = useShop()
  const { data } = useSuspenseQuery(serviceQuery(api, kind, id))
  if (!('service' in data)) return null
  if (kind.flow === 'application') return <ApplyPage service={data.service} />
  return <ServiceBooking service={data.service} kind={kind} />
}

function ServiceMissing() {
  const t = useText('missing')
  return (
    <MissingScreen title={t('other.title')} text={t('other.text')}>
      <ShopLink href="/" className={buttonClass()}>
        {t('other.back')}
      </ShopLink>
    </MissingScreen>
  )
}
