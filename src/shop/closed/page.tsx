import texts from 'shop-messages:closed'
import { Clock, Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { LogoMark } from '../../ui/logo.tsx'
import { pictureOf } from '../../ui/pictures.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { agencyChat, mailHref, phoneHref } from '../frame/contact.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

/** Replaces every page while the shop is closed: for maintenance (C033), or because it has not opened yet. */
export function ClosedPage() {
  const t = useText('closed')
  const { state, isNamed, siteTitle } = useChrome()
  const words = state === 'soon' ? 'soon' : 'maintenance'
  // The stand-in for a name says nothing.
  const name = state === 'soon' && isNamed ? siteTitle : null
  const title = t(`${words}.title`)
  return (
    <div className="grid min-h-dvh grid-cols-1 place-items-center px-4 py-16 text-center">
      <PageHead title={title} isWholeTitle={!isNamed} isPrivate />
      <main className="w-full max-w-md">
        <Mark />
        <h1 className="mt-6 wrap-anywhere">{name ?? title}</h1>
        {name ? <p className="mt-2 text-xl text-ink-2">{title}</p> : null}
        <p className="mt-3 text-ink-2">{t(`${words}.text`)}</p>
        <Contacts />
        {state === 'soon' ? (
          <p className="mt-10 text-sm">
            <a href="/admin" rel="nofollow" className="inline-flex min-h-11 items-center text-ink-2">
              {t('staff')}
            </a>
          </p>
        ) : null}
      </main>
    </div>
  )
}

function Mark() {
  const { siteLogo } = useChrome()
  if (!siteLogo) return <LogoMark className="mx-auto size-16 text-primary" />
  const logo = pictureOf(siteLogo)
  return (
    <img
      srcSet={logo.webp}
      sizes={logo.webp && '15rem'}
      src={logo.src}
      alt=""
      className="mx-auto h-16 w-auto max-w-60 object-contain"
    />
  )
}

/** How to reach the agency meanwhile: what it has given. */
function Contacts() {
  const chrome = useChrome()
  const t = useText('closed')
  const { contactPhone, contactEmail, whatsapp, address, businessHours, lang } = chrome
  const chat = whatsapp ? agencyChat(chrome, chrome.whatsappMessage) : null
  return (
    <ul className="mx-auto mt-8 grid w-fit max-w-full gap-2 text-start empty:hidden">
      {contactPhone ? (
        <Contact icon={<Phone aria-hidden="true" />} href={phoneHref(contactPhone)}>
          <bdi>{contactPhone}</bdi>
        </Contact>
      ) : null}
      {chat ? (
        <Contact icon={<MessageCircle aria-hidden="true" />} href={chat}>
          {t('chat')}
        </Contact>
      ) : null}
      {contactEmail ? (
        <Contact icon={<Mail aria-hidden="true" />} href={mailHref(contactEmail)}>
          {contactEmail}
        </Contact>
      ) : null}
      {businessHours ? (
        <Contact icon={<Clock aria-hidden="true" />}>
          <span lang={lang?.businessHours}>{businessHours}</span>
        </Contact>
      ) : null}
      {address ? (
        <Contact icon={<MapPin aria-hidden="true" />}>
          <span className="whitespace-pre-line" lang={lang?.address}>
            {address}
          </span>
        </Contact>
      ) : null}
    </ul>
  )
}

const Contact = ({ icon, href, children }: { icon: ReactNode; href?: string; children: ReactNode }) => (
  <li className="flex gap-3 wrap-anywhere [&>svg]:mt-3 [&>svg]:size-5 [&>svg]:flex-none [&>svg]:text-ink-2">
    {icon}
    {href ? (
      <a href={href} className="py-2.5">
        {children}
      </a>
    ) : (
      <span className="py-2.5">{children}</span>
    )}
  </li>
)
