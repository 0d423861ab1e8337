import { FileCheck2, MessageCircle } from 'lucide-react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { BookingForm } from '../booking-form/booking-form.tsx'
import { chatHref } from '../frame/contact.ts'
import { useText } from '../intl.tsx'
import { kindRules } from '../kind-parts.ts'
import { ShopPrice } from '../money/shop-price.tsx'
import { useChrome } from '../use-chrome.ts'
import { ApplyCard } from '../visa-wizard/apply-card.tsx'

type BookingCardProps = { service: ServiceDetail; inTwoSteps?: boolean }

/** The booking form; a visa's way into its wizard (C073); where another kind's papers have to be handed in, the way to ask for help with them. */
export function BookingCard({ service, inTwoSteps = true }: BookingCardProps) {
  const t = useText('detail')
  const rules = kindRules(service.kind)
  if (service.kind === 'visa') return <ApplyCard key={service.id} service={service} />
  if (!rules || service.documents.length > 0) return <EnquiryCard service={service} />
  return (
    <BookingForm
      key={service.id}
      service={service}
      rules={rules}
      inTwoSteps={inTwoSteps}
      title={t('bookingTitle')}
      subtitle={t('bookingSubtitle')}
    />
  )
}

function EnquiryCard({ service }: { service: ServiceDetail }) {
  const t = useText('booking')
  const detail = useText('detail')
  const { whatsapp, contactPhone } = useChrome()
  return (
    <PassCard
      stub={
        <>
          {service.from ? (
            <ShopPrice amount={service.from} was={service.was} unit={service.unit} className="text-2xl" />
          ) : null}
          <a
            href={chatHref(whatsapp ?? contactPhone, t('enquiryMessage', { title: service.title }))}
            target="_blank"
            rel="noopener"
            className={buttonClass({ size: 'lg', block: true }, 'mt-4')}
          >
            <MessageCircle aria-hidden="true" />
            {t('enquiryButton')}
          </a>
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
