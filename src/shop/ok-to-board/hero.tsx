import { BadgeCheck, Clock, Headset, LockKeyhole, type LucideIcon } from 'lucide-react'
import { altOf } from '../../kernel/pictures.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useSay } from '../../ui/say.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { useClaims } from './claims.ts'

export function ClearanceHero({ service }: { service: ServiceDetail }) {
  const t = useText('okToBoard')
  return (
    <header className="bg-night text-on-night">
      <div className="wide grid items-center gap-x-12 gap-y-8 py-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:py-14">
        <div className="min-w-0">
          <p className="font-medium text-gold">{t('eyebrow')}</p>
          <h1 className="mt-2" lang={service.languages?.title}>
            {service.title}
          </h1>
          {service.summary ? (
            <p className="mt-4 max-w-prose text-lg leading-relaxed text-on-night-2" lang={service.languages?.summary}>
              {service.summary}
            </p>
          ) : null}
          <TrustBadges service={service} />
          <p className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-4">
            <a href="#apply" className={buttonClass({ size: 'lg' })}>
              {t('formTitle')}
            </a>
            {service.from ? (
              <ShopPrice
                amount={service.from}
                was={null}
                unit={service.unit}
                className="text-xl [&_.price-own]:text-on-night-2 [&_.text-ink-2]:text-on-night-2"
              />
            ) : null}
          </p>
        </div>
        <span className="hidden overflow-clip rounded-lg lg:block">
          <ShopPicture
            image={service.featured_image}
            alt={altOf(service.featured_image ?? '')}
            lang={service.languages?.featured_image}
            sizes="26rem"
            priority
          />
        </span>
      </div>
    </header>
  )
}

type Badge = { key: string; Icon: LucideIcon; claim: { text: string; lang?: string | undefined } | undefined }

/** Claims that are switched on, and facts that are true of every application. */
function TrustBadges({ service }: { service: ServiceDetail }) {
  const say = useSay()
  const t = useText('okToBoard')
  const { of } = useClaims()
  const [time] = kindShop(service.kind)?.facts(service) ?? []
  const badges: readonly Badge[] = [
    { key: 'rate', Icon: BadgeCheck, claim: of('approval_rate') },
    { key: 'time', Icon: Clock, claim: time && { text: say(time[0]), lang: time[1] } },
    { key: 'support', Icon: Headset, claim: of('support') },
    { key: 'secure', Icon: LockKeyhole, claim: { text: t('badgeSecure') } },
  ]
  return (
    <ul aria-label={t('badges')} className="mt-6 flex flex-wrap gap-2">
      {badges
        .filter(({ claim }) => claim?.text)
        .map(({ key, Icon, claim }) => (
          <li
            key={key}
            className="flex min-h-10 items-center gap-2 rounded-full border border-on-night-2/40 px-4 text-sm font-medium"
          >
            <Icon aria-hidden="true" className="size-4.5 flex-none text-gold" />
            <span lang={claim?.lang}>{claim?.text}</span>
          </li>
        ))}
    </ul>
  )
}
