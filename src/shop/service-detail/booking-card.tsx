import { FileCheck2, MessageCircle } from 'lucide-react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { findKind } from '../../services/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { BookingForm } from '../booking-form/booking-form.tsx'
import type { SecondStep } from '../booking-form/use-second-step.ts'
import { useChrome } from '../client/use-chrome.ts'
import { agencyChat } from '../frame/contact.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { kindRules } from '../routing/kind-parts.ts'
import { ShopLink } from '../routing/link.tsx'
import { applyCard } from '../visa-wizard/apply-part.ts'

type BookingCardProps = { service: ServiceDetail; secondStep?: SecondStep }

/** The booking form, or the way into the application (C073); a kind with other documents leads to an enquiry. */
export function BookingCard({ service, secondStep }: BookingCardProps) {
  const t = useText('detail')
  const rules = kindRules(service.kind)
  const ApplyCard = applyCard()
  if (findKind(service.kind)?.flow === 'application')
    return ApplyCard ? <ApplyCard key={service.id} service={service} /> : null
  if (!rules || service.documents.length > 0) return <EnquiryCard service={service} />
  return (
    <BookingForm
      key={service.id}
      service={service}
      rules={rules}
      secondStep={secondStep}
      title={t('bookingTitle')}
      subtitle={t('bookingSubtitle')}
    />
  )
}

function EnquiryCard({ service }: { service: ServiceDetail }) {
  const t = useText('booking')
  const detail = useText('detail')
  const chat = agencyChat(useChrome(), t('enquiryMessage', { title: service.title }))
  return (
    <PassCard
      stub={
        <>
          {service.from ? (
            <ShopPrice amount={service.from} was={service.was} unit={service.unit} className="text-2xl" />
          ) : null}
          {chat ? (
            <a href={chat} target="_blank" rel="noopener" className={buttonClass({ size: 'lg', block: true }, 'mt-4')}>
              <MessageCircle aria-hidden="true" />
              {t('enquiryButton')}
            </a>
          ) : (
            <ShopLink href="/contact" className={buttonClass({ size: 'lg', block: true }, 'mt-4')}>
              {t('contactForm')}
            </ShopLink>
          )}
        </>
      }
    >
      <h2>{t('enquiryTitle')}</h2>
      <p className="mt-1 text-ink-2">{t('enquiryText')}</p>
      <h3 className="mt-5 mb-3">{detail('documentsTitle')}</h3>
      <ul className="ticks">
        {service.documents
          .filter(({ required }) => required)
          .map(({ name, label }) => (
            <li key={name}>
              <FileCheck2 aria-hidden="true" />
              {label}
            </li>
          ))}
      </ul>
    </PassCard>
  )
}
