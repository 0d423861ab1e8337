import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { findKind } from '../../services/index.ts'
import { useSay } from '../../ui/say.tsx'
import { BookingForm } from '../booking-form/booking-form.tsx'
import type { SecondStep } from '../booking-form/use-second-step.ts'
import { useText } from '../intl/intl.tsx'
import { kindRules, kindShop } from '../routing/kind-parts.ts'
import { applyCard } from '../visa-wizard/apply-part.ts'
import { enquiryCard } from './enquiry-part.ts'

type BookingCardProps = { service: ServiceDetail; secondStep?: SecondStep }

/** The booking form, or the way into the application (C073); a kind with other documents leads to an enquiry. */
export function BookingCard({ service, secondStep }: BookingCardProps) {
  const t = useText('detail')
  const rules = kindRules(service.kind)
  const say = useSay()
  const head = kindShop(service.kind)?.bookingHead
  const ApplyCard = applyCard()
  const EnquiryCard = enquiryCard()
  if (findKind(service.kind)?.flow === 'application')
    return ApplyCard ? <ApplyCard key={service.id} service={service} /> : null
  if (!rules || service.documents.length > 0) return EnquiryCard ? <EnquiryCard service={service} /> : null
  return (
    <BookingForm
      key={service.id}
      service={service}
      rules={rules}
      secondStep={secondStep}
      title={head ? say(head.title) : t('bookTitle')}
      subtitle={head ? say(head.subtitle) : t('bookSubtitle')}
    />
  )
}
