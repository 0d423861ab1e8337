import texts from 'shop-messages:contact'
import { Clock, Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { chatHref, mailHref, phoneHref } from '../frame/contact.ts'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { PageHead } from '../page.tsx'
import { useChrome } from '../use-chrome.ts'

addMessages(texts)

/** How to reach the agency (C276-C278). */
export function ContactPage() {
  const t = useText('contact')
  const { contactPhone, contactEmail, address, businessHours, supportClaim, replyClaim, whatsapp } = useChrome()
  const link = 'font-medium text-primary-strong underline underline-offset-4'
  return (
    <section className="wide max-w-5xl py-10">
      <PageHead title={t('title')} description={t('intro')} canonical="/contact" />
      <h1>{t('title')}</h1>
      <p className="mt-2 max-w-xl text-lg text-ink-2">{t('intro')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a
          href={chatHref(whatsapp ?? contactPhone, t('chatMessage'))}
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
      <ul className="mt-10 grid gap-4 sm:grid-cols-2">
        <ContactCard icon={<Phone aria-hidden="true" />} title={t('phone')} note={supportClaim}>
          <a href={phoneHref(contactPhone)} className={link}>
            <bdi>{contactPhone}</bdi>
          </a>
        </ContactCard>
        <ContactCard icon={<Mail aria-hidden="true" />} title={t('email')} note={replyClaim}>
          <a href={mailHref(contactEmail)} className={`${link} break-all`}>
            {contactEmail}
          </a>
        </ContactCard>
        <ContactCard icon={<MapPin aria-hidden="true" />} title={t('offices')}>
          <span className="whitespace-pre-line">{address}</span>
        </ContactCard>
        <ContactCard icon={<Clock aria-hidden="true" />} title={t('hours')}>
          {businessHours}
        </ContactCard>
      </ul>
    </section>
  )
}

type ContactCardProps = { icon: ReactNode; title: string; note?: string; children: ReactNode }

function ContactCard({ icon, title, note, children }: ContactCardProps) {
  return (
    <li className="flex gap-4 rounded-lg border border-line bg-surface p-5">
      <span className="grid size-11 flex-none place-items-center rounded-full bg-tint text-primary-strong [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1">{children}</p>
        {note ? <p className="mt-1 text-sm text-ink-2">{note}</p> : null}
      </div>
    </li>
  )
}
