import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { findKind } from '../../services/index.ts'
import { BookingForm } from '../booking-form/booking-form.tsx'
import type { SecondStep } from '../booking-form/use-second-step.ts'
import { useText } from '../intl/intl.tsx'
import { kindRules } from '../routing/kind-parts.ts'
import { applyCard } from '../visa-wizard/apply-part.ts'
import { enquiryCard } from './enquiry-part.ts'

type BookingCardProps = { service: ServiceDetail; secondStep?: SecondStep }

/** The booking form, or the way into the application (C073); a kind with other documents leads to an enquiry. */
export function BookingCard({ service, secondStep }: BookingCardProps) {
  const t = useText('detail')
  const rules = kindRules(service.kind)
  // The words of C042 are about tours.
  const isTour = service.kind === 'tour'
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
      title={t(isTour ? 'bookingTitle' : 'bookTitle')}
      subtitle={t(isTour ? 'bookingSubtitle' : 'bookSubtitle')}
    />
  )
}
