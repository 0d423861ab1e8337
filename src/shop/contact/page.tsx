import texts from 'shop-messages:contact,enquiry'
import { MessageCircle } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { EnquiryForm } from '../enquiry/enquiry-form.tsx'
import { WaysToReach } from '../enquiry/ways-to-reach.tsx'
import { chatHref } from '../frame/contact.ts'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { PageHead } from '../page.tsx'
import { useChrome } from '../use-chrome.ts'

addMessages(texts)

/** How to reach the agency, and a message to it (C276-C280). */
export function ContactPage() {
  const t = useText('contact')
  const { contactPhone, whatsapp, whatsappMessage } = useChrome()
  return (
    <section className="wide max-w-5xl py-10">
      <PageHead title={t('title')} description={t('intro')} canonical="/contact" />
      <h1>{t('title')}</h1>
      <p className="mt-2 max-w-xl text-lg text-ink-2">{t('intro')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a
          href={chatHref(whatsapp ?? contactPhone, whatsappMessage || t('chatMessage'))}
          target="_blank"
          rel="noopener"
          className={buttonClass({ size: 'lg' })}
        >
          <MessageCircle aria-hidden="true" />
          {t('chat')}
        </a>
        <ShopLink href="/booking-tracker" className={buttonClass({ variant: 'secondary', size: 'lg' })}>
          {t('track')}
        </ShopLink>
      </div>
      <div className="mt-10 grid items-start gap-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <WaysToReach />
        <EnquiryForm topic="contact" title={t('formTitle')} />
      </div>
    </section>
  )
}
