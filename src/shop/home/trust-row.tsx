import { BadgeCheck, CreditCard, Route } from 'lucide-react'
import { useText } from '../intl/intl.tsx'

/** Only claims that are true of every booking. */
export function TrustRow() {
  const t = useText('home')
  const points = [
    { Icon: BadgeCheck, title: t('trust.priceTitle'), text: t('trust.priceText') },
    { Icon: CreditCard, title: t('trust.paymentTitle'), text: t('trust.paymentText') },
    { Icon: Route, title: t('trust.trackTitle'), text: t('trust.trackText') },
  ]
  return (
    <section aria-labelledby="trust" data-later="" className="wide mt-16">
      <h2 id="trust">{t('trustTitle')}</h2>
      <ul className="mt-6 grid gap-6 md:grid-cols-3">
        {points.map(({ Icon, title, text }) => (
          <li key={title} className="border-t-2 border-gold pt-4">
            <Icon aria-hidden="true" className="size-6 text-gold-ink" />
            <h3 className="mt-3">{title}</h3>
            <p className="mt-1 text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
