import { FileCheck2, MessageCircle } from 'lucide-react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { agencyChat } from '../frame/contact.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ShopLink } from '../routing/link.tsx'

/** For an item that cannot be booked without documents: the price, a message to the agency and what to have ready. */
export function EnquiryCard({ service }: { service: ServiceDetail }) {
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
