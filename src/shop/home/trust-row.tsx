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
    <section aria-labelledby="trust" data-later="" className="wide mt-10 [--guess:20rem] md:[--guess:12rem]">
      <h2 id="trust">{t('trustTitle')}</h2>
      <ul className="mt-4 grid gap-4 md:mt-6 md:grid-cols-3 md:gap-6">
        {points.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-3 md:block md:border-t-2 md:border-gold md:pt-4">
            <Icon aria-hidden="true" className="mt-0.5 size-6 flex-none text-gold-ink" />
            <div>
              <h3 className="md:mt-3">{title}</h3>
              <p className="mt-1 text-sm text-ink-2 md:text-base">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
