import { useLocation } from '@tanstack/react-router'
import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { KhatamLattice } from '../../ui/patterns.tsx'
import { useSay } from '../../ui/say.tsx'
import { useDisplayCurrency } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { isSafeHref, ShopLink, type ShopLinkProps } from '../routing/link.tsx'
import { askConsent } from './ask-consent.ts'
import { mailHref, phoneHref } from './contact.ts'
import { servicePlaces, useFooterMenu } from './menu.ts'
import { MenuIcon } from './menu-icon.tsx'
import { VisitorCount } from './visitor-count.tsx'

/** The payment page keeps only the contact and the year: nothing there leads away from the payment. */
export function Footer() {
  const { pathname } = useLocation()
  return pathname === '/booking-payment' ? <SmallFooter /> : <WholeFooter />
}

function SmallFooter() {
  const { contactPhone, contactEmail } = useChrome()
  const links = [
    { text: contactPhone, href: phoneHref(contactPhone) },
    { text: contactEmail, href: mailHref(contactEmail) },
  ].filter(({ text }) => text !== '')
  return (
    <footer className="mt-10 border-t border-line text-sm text-ink-2">
      <div className="wide flex flex-wrap items-center justify-between gap-x-6 py-3">
        <Copyright />
        <ul className="flex flex-wrap gap-x-6">
          {links.map(({ text, href }) => (
            <li key={text} className="min-w-0">
              <a
                href={href}
                className="inline-flex min-h-11 items-center wrap-anywhere underline-offset-4 hover:underline"
              >
                <bdi>{text}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

function Copyright() {
  const t = useText('footer')
  const { siteTitle } = useChrome()
  // A page cached before New Year gets the right year once it is alive.
  return (
    <span suppressHydrationWarning>
      {t('copyright', { year: String(new Date().getUTCFullYear()), site: siteTitle })}
    </span>
  )
}

function WholeFooter() {
  const say = useSay()
  const t = useText('footer')
  const chrome = useChrome()
  const currency = useDisplayCurrency()
  const quickLinks = useFooterMenu(chrome)
  const social = chrome.social.filter(({ href }) => href !== '' && href !== '#' && isSafeHref(href))
  return (
    <footer
      data-later=""
      className="has-pattern mt-16 overflow-clip bg-night text-on-night-2 [--ground:var(--color-night)] [--guess:52rem]"
    >
      <KhatamLattice />
      <div className="wide grid grid-cols-2 gap-x-8 gap-y-10 py-12 lg:grid-cols-[1.5fr_1fr_1fr_1.4fr]">
        <div className="col-span-2 max-w-sm lg:col-span-1">
          <Logo name={chrome.siteTitle} lang={chrome.lang?.siteTitle} className="text-on-night" />
          <p className="mt-4 leading-relaxed" lang={chrome.lang?.siteDescription}>
            {chrome.siteDescription || t('tagline')}
          </p>
          <noscript>
            <p className="mt-4">{t('noScript', { currency })}</p>
          </noscript>
          {social.length > 0 ? (
            <ul className="mt-4 flex flex-wrap gap-x-4">
              {social.map(({ name, href }) => (
                <FooterLink key={name} href={href} newTab>
                  {name}
                </FooterLink>
              ))}
            </ul>
          ) : null}
        </div>
        <FooterList title={t('quickLinks')}>
          {quickLinks.map(({ name, href, icon, newTab, lang }) => (
            <FooterLink key={`${href} ${name}`} href={href} newTab={newTab} lang={lang}>
              <MenuIcon name={icon} className="me-2" />
              {name}
            </FooterLink>
          ))}
          {chrome.pixel ? (
            <li>
              <button type="button" onClick={() => dispatchEvent(new Event(askConsent))} className={linkClass}>
                {t('consent')}
              </button>
            </li>
          ) : null}
        </FooterList>
        <FooterList title={t('services')}>
          {servicePlaces.map(({ key, name, href }) => (
            <FooterLink key={key} href={href}>
              {say(name)}
            </FooterLink>
          ))}
        </FooterList>
        <ContactList />
      </div>
      <div className="border-t border-on-night/15">
        <p className="wide flex flex-wrap justify-between gap-x-6 gap-y-1 py-5 text-sm">
          <Copyright />
          <VisitorCount />
        </p>
      </div>
    </footer>
  )
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 font-sans text-base font-semibold tracking-normal text-on-night">{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

const linkClass =
  'inline-flex min-h-9 items-center text-start underline-offset-4 hover:text-on-night hover:underline focus-visible:outline-on-night'

const FooterLink = (props: ShopLinkProps) => (
  <li>
    <ShopLink {...props} className={linkClass} />
  </li>
)

function ContactList() {
  const t = useText('footer')
  const { contactPhone, contactEmail, address, businessHours, lang } = useChrome()
  const rows = [
    { Icon: Phone, text: contactPhone, href: phoneHref(contactPhone) },
    { Icon: Mail, text: contactEmail, href: mailHref(contactEmail) },
    { Icon: MapPin, text: address, lang: lang?.address },
    { Icon: Clock, text: businessHours, lang: lang?.businessHours },
  ].filter(({ text }) => text !== '')
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="footer-contact" className="col-span-2 lg:col-span-1">
      <h2 id="footer-contact" className="mb-2 font-sans text-base font-semibold tracking-normal text-on-night">
        {t('contact')}
      </h2>
      <ul className="grid gap-1">
        {rows.map(({ Icon, text, href, lang }) => (
          <li key={text} className="flex min-h-9 items-start gap-3 py-1.5">
            <Icon aria-hidden="true" className="mt-1 size-4 flex-none" />
            {href ? (
              <a
                href={href}
                className="min-w-0 break-words underline-offset-4 hover:text-on-night hover:underline focus-visible:outline-on-night"
              >
                <bdi>{text}</bdi>
              </a>
            ) : (
              <span className="min-w-0 whitespace-pre-line" lang={lang}>
                {text}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
