import { BadgeCheck, MapPin, ShieldCheck, Star } from 'lucide-react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { useSay } from '../../ui/say.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ServiceMark } from '../pictures/service-mark.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { ShopLink } from '../routing/link.tsx'
import { useKind } from '../routing/page.ts'
import { ShareButton } from '../wish-list/share-button.tsx'
import { WishButton } from '../wish-list/wish-button.tsx'

/** Breadcrumb, title, rating, place and facts; on wide screens with the price. */
export function ServiceHead({ service, className }: { service: ServiceDetail; className?: string }) {
  return (
    <header className={joinClasses('flex items-end justify-between gap-x-10', className)}>
      <div className="min-w-0">
        <div className="flex items-center justify-between gap-x-2">
          <Breadcrumb service={service} />
          <ServiceActions service={service} className="-my-3 -me-2.5 lg:hidden" />
        </div>
        <div className="mt-3 flex items-start gap-4">
          {service.mark ? (
            <span className="mt-1.5 flex-none">
              <ServiceMark src={service.mark} />
            </span>
          ) : null}
          <h1 className="min-w-0 break-words" lang={service.languages?.title}>
            {service.title}
          </h1>
        </div>
        <ServiceFacts service={service} />
      </div>
      {service.from ? (
        <div className="hidden flex-none justify-items-end lg:grid">
          <ServiceActions service={service} className="-me-2.5" />
          <ShopPrice amount={service.from} was={service.was} unit={service.unit} className="text-[1.75rem]" />
        </div>
      ) : null}
    </header>
  )
}

/** Share and save. */
export function ServiceActions({ service, className }: { service: ServiceDetail; className?: string }) {
  return (
    <div className={joinClasses('flex flex-none gap-1 max-sm:[&_span]:hidden', className)}>
      <ShareButton title={service.title} href={service.href} />
      <WishButton item={service} isLabelled />
    </div>
  )
}

/** Summary and trust signals. */
export function ServiceIntro({ service, className }: { service: ServiceDetail; className?: string }) {
  return (
    <div className={className}>
      {service.summary ? (
        <p className="max-w-prose text-lg leading-relaxed text-ink-2" lang={service.languages?.summary}>
          {service.summary}
        </p>
      ) : null}
      <Promises service={service} />
    </div>
  )
}

/** `tone`: colours for the background it is on. */
export function Breadcrumb({ service, tone }: { service: ServiceDetail; tone?: string }) {
  const say = useSay()
  const t = useText('frame')
  const kind = useKind()
  const link = joinClasses(tone ?? 'text-primary-strong', 'underline underline-offset-4')
  return (
    <nav aria-label={t('breadcrumb')} className={joinClasses('text-sm', tone ?? 'text-ink-2')}>
      <ol className="flex flex-wrap gap-x-2">
        <li>
          <ShopLink href={kind.isSingle ? '/' : kind.listHref} className={link}>
            {kind.isSingle ? t('home') : say(kind.labels.plural)}
          </ShopLink>
        </li>
        {service.location ? (
          <li>
            <span aria-hidden="true">/ </span>
            <Place service={service} />
          </li>
        ) : null}
      </ol>
    </nav>
  )
}

const Place = ({ service }: { service: ServiceDetail }) => (
  <bdi lang={service.languages?.location}>{service.location}</bdi>
)

function ServiceFacts({ service }: { service: ServiceDetail }) {
  const say = useSay()
  const t = useText('card')
  const facts = kindShop(service.kind)?.facts(service) ?? []
  return (
    <ul className="facts mt-3">
      {service.rating > 0 ? (
        <li className="font-semibold text-ink">
          <Star aria-hidden="true" className="fill-gold text-gold-ink" />
          <a href="#reviews" className="underline underline-offset-4">
            {t('rating', { rating: service.rating.toFixed(1), count: service.total_reviews })}
          </a>
        </li>
      ) : null}
      {service.location ? (
        <li className="font-semibold text-ink">
          <MapPin aria-hidden="true" />
          <Place service={service} />
        </li>
      ) : null}
      {facts.map(([fact, lang]) => (
        <li key={say(fact)} lang={lang}>
          {say(fact)}
        </li>
      ))}
    </ul>
  )
}

/** Instant confirmation and free cancellation only if the item has them (C057). */
function Promises({ service: { details } }: { service: ServiceDetail }) {
  const t = useText('detail')
  const { paymentNote, lang } = useChrome()
  return (
    <ul className="ticks mt-5">
      {details.free_cancellation === true ? (
        <Promised title={t('freeCancellation')} text={t('freeCancellationText')} />
      ) : null}
      {details.instant_confirmation === true ? <Promised title={t('instant')} text={t('instantText')} /> : null}
      {paymentNote ? (
        <li>
          <ShieldCheck aria-hidden="true" />
          <span lang={lang?.paymentNote}>{paymentNote}</span>
        </li>
      ) : null}
    </ul>
  )
}

const Promised = ({ title, text }: { title: string; text: string }) => (
  <li>
    <BadgeCheck aria-hidden="true" />
    <span>
      {title}
      <small>{text}</small>
    </span>
  </li>
)
