import { Mail, MessageCircle, Phone } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { agencyChat, mailHref, phoneHref } from '../frame/contact.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'

export function ContactBand() {
  const t = useText('home')
  const chrome = useChrome()
  const { contactPhone, contactEmail, whatsappMessage, businessHours, lang } = chrome
  const chat = agencyChat(chrome, whatsappMessage || t('chatMessage'))
  return (
    <section aria-labelledby="home-contact" data-later="" className="wide mt-10 [--guess:24rem] md:mt-16">
      <div className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-10 lg:flex lg:items-center lg:justify-between lg:gap-10">
        <div>
          <h2 id="home-contact">{t('contactTitle')}</h2>
          <p className="mt-2 max-w-lg text-ink-2">{t('contactText')}</p>
          {businessHours ? (
            <p className="mt-2 text-sm text-ink-2" lang={lang?.businessHours}>
              {businessHours}
            </p>
          ) : null}
        </div>
        <div className="mt-6 flex flex-wrap gap-3 lg:mt-0 lg:justify-end">
          {chat ? (
            <a href={chat} target="_blank" rel="noopener" className={buttonClass()}>
              <MessageCircle aria-hidden="true" />
              {t('chat')}
            </a>
          ) : (
            <ShopLink href="/contact" className={buttonClass()}>
              <Mail aria-hidden="true" />
              {t('contactForm')}
            </ShopLink>
          )}
          {contactPhone ? (
            <a href={phoneHref(contactPhone)} className={buttonClass({ variant: 'secondary' })}>
              <Phone aria-hidden="true" />
              {t('call', { phone: contactPhone })}
            </a>
          ) : null}
          {contactEmail ? (
            <a href={mailHref(contactEmail)} className={buttonClass({ variant: 'secondary' })}>
              <Mail aria-hidden="true" />
              {t('write', { email: contactEmail })}
            </a>
          ) : null}
        </div>
      </div>
    </section>
  )
}
