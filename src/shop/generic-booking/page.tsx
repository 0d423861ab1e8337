import texts from 'shop-messages:detail,booking,lines,missing,enquiry,contact'
import { useSuspenseQuery } from '@tanstack/react-query'
import { findKind } from '../../services/index.ts'
import type { ServiceKind } from '../../services/kind.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useShop } from '../context.tsx'
import { GeneralEnquiry } from '../enquiry/general-enquiry.tsx'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { MissingScreen } from '../missing-screen.tsx'
import { usePage } from '../page.tsx'
import { serviceQuery } from '../queries.ts'
import { ServiceBooking } from '../service-booking/service-booking.tsx'
import { ApplyPage } from '../visa-wizard/apply-page.tsx'

addMessages(texts)

/** /booking?type=tour&id=...: the same form for whatever the address names (C159, C160). */
export function GenericBookingPage() {
  const { search, isMissing } = usePage()
  const kind = findKind(search.type ?? '')
  if (search.type === 'general') return <GeneralEnquiry />
  return kind && !isMissing ? <FoundService kind={kind} id={search.id ?? ''} /> : <ServiceMissing />
}

function FoundService({ kind, id }: { kind: ServiceKind; id: string }) {
  const { api } = useShop()
  const { data } = useSuspenseQuery(serviceQuery(api, kind, id))
  if (!('service' in data)) return null
  if (kind.key === 'visa') return <ApplyPage service={data.service} />
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
