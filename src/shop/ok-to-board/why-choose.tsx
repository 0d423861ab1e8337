import { BadgeCheck, Mail, MessageSquareText, Receipt, Route, Undo2 } from 'lucide-react'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { badgeClaims, cardClaim, useClaims } from './claims.ts'

const icons = { money_back: Undo2, email_updates: Mail, sms_updates: MessageSquareText } as const
const iconOf = (key: string) => icons[key as keyof typeof icons] ?? BadgeCheck

/** The agency's other claims, and what is true of every application. */
export function WhyChoose() {
  const t = useText('okToBoard')
  const { siteTitle } = useChrome()
  const claims = useClaims().except([...badgeClaims, cardClaim])
  const points = [
    ...claims.map(({ key, text, lang }) => ({ key, Icon: iconOf(key), title: text, text: '', lang })),
    { key: 'price', Icon: Receipt, title: t('whyPrice'), text: t('whyPriceText'), lang: undefined },
    { key: 'track', Icon: Route, title: t('whyTrack'), text: t('whyTrackText'), lang: undefined },
  ]
  return (
    <section aria-labelledby="why-choose" data-later="" className="wide mt-14 mb-6">
      <h2 id="why-choose">{t('whyTitle', { site: siteTitle })}</h2>
      <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {points.map(({ key, Icon, title, text, lang }) => (
          <li key={key} className="border-t-2 border-gold pt-4">
            <Icon aria-hidden="true" className="size-6 text-gold-ink" />
            <h3 className="mt-3" lang={lang}>
              {title}
            </h3>
            {text ? <p className="mt-1 text-ink-2">{text}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
