import texts from 'shop-messages:contact,enquiry'
import { MessageCircle } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { EnquiryForm } from '../enquiry/enquiry-form.tsx'
import { WaysToReach } from '../enquiry/ways-to-reach.tsx'
import { agencyChat } from '../frame/contact.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'

addMessages(texts)

export function ContactPage() {
  const t = useText('contact')
  const chrome = useChrome()
  const chat = agencyChat(chrome, chrome.whatsappMessage || t('chatMessage'))
  return (
    <section className="wide max-w-5xl py-10">
      <PageHead title={t('title')} description={t('intro')} canonical="/contact" />
      <h1>{t('title')}</h1>
      <p className="mt-2 max-w-xl text-lg text-ink-2">{t('intro')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {chat ? (
          <a href={chat} target="_blank" rel="noopener" className={buttonClass({ size: 'lg' })}>
            <MessageCircle aria-hidden="true" />
            {t('chat')}
          </a>
        ) : null}
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
