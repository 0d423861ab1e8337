import texts from 'shop-messages:offer'
import { CalendarDays, MessageCircle, Phone, ShieldCheck, Star } from 'lucide-react'
import { Suspense } from 'react'
import { altOf } from '../../kernel/pictures.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KindOffer } from '../../services/kind.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { useSay } from '../../ui/say.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { agencyChat, phoneHref } from '../frame/contact.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { ShopLink } from '../routing/link.tsx'
import { ReviewsSlot } from '../service-reviews/reviews-part.tsx'
import { GoodToKnow } from './late-parts.tsx'
import { Media } from './media.tsx'
import { Breadcrumb, ServiceActions } from './service-head.tsx'
import { ServiceTabs } from './service-tabs.tsx'
import { type OfferChoice, useOfferChoice } from './use-offer-choice.tsx'

addMessages(texts)

type OfferProps = { service: ServiceDetail; offer: KindOffer }

/** A tall picture with the card of facts at its side, and panels. 'Book Now' leads to the booking form's own page (D58). */
export function OfferView({ service, offer }: OfferProps) {
  const choice = useOfferChoice(service)
  return (
    <article>
      <OfferHero service={service} offer={offer} />
      <div className="wide grid gap-x-10 gap-y-8 py-8 lg:grid-cols-[minmax(0,1fr)_25.5rem]">
        <aside data-later="" className="grid min-w-0 content-start gap-5 lg:relative lg:order-2 lg:-mt-72">
          <OfferCard service={service} offer={offer} choice={choice} />
          <NeedHelp service={service} />
        </aside>
        <div data-later="" className="grid min-w-0 content-start gap-8 [--guess:60rem]">
          {service.videoId || service.images.length > 1 ? <Media service={service} /> : null}
          <div className="min-w-0">
            <Suspense>
              <ServiceTabs service={service} />
            </Suspense>
            <GoodToKnow service={service} />
            <ReviewsSlot service={service} />
          </div>
        </div>
      </div>
      <OfferBar service={service} choice={choice} />
      {choice.sheet}
    </article>
  )
}

function OfferHero({ service, offer }: OfferProps) {
  const say = useSay()
  const [lead, leadField] = offer.lead(service)
  const image = service.featured_image ?? service.images[0] ?? kindShop(service.kind)?.card?.defaultImage ?? null
  return (
    <header className="relative isolate grid min-h-[27rem] items-end overflow-clip bg-jade-deep text-on-night lg:min-h-[32rem]">
      <span className="absolute inset-0 -z-2">
        <ShopPicture
          image={image}
          alt={altOf(image ?? '')}
          lang={service.languages?.[service.featured_image ? 'featured_image' : 'images.0']}
          ratio="fill"
          sizes="100vw"
          priority
        />
      </span>
      <span aria-hidden="true" className="scrim -z-1" />
      <div className="wide pt-20 pb-9 md:pb-12">
        <div className="max-w-3xl lg:max-w-[min(48rem,100%-28rem)] [&_a]:text-on-night">
          <div className="flex items-center justify-between gap-x-2">
            <Breadcrumb service={service} tone="text-on-night" />
            <ServiceActions service={service} className="-my-3 -me-2.5 [&_.wish]:text-on-night" />
          </div>
          <h1 className="mt-3 text-[clamp(2rem,1.3rem+3.2vw,3.5rem)]" lang={service.languages?.title}>
            {service.title}
          </h1>
          {lead ? (
            <p className="mt-4 max-w-2xl text-lg" lang={service.languages?.[leadField]}>
              {lead}
            </p>
          ) : null}
          <ul className="mt-6 flex flex-wrap gap-2">
            {offer.highlights(service).map(([fact, lang]) => (
              <li
                key={say(fact)}
                lang={lang}
                className="rounded-full border border-on-night/35 bg-night/50 px-4 py-1.5 text-[0.9375rem] font-medium"
              >
                {say(fact)}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </header>
  )
}

function OfferCard({ service, offer, choice }: OfferProps & { choice: OfferChoice }) {
  const say = useSay()
  const t = useText('offer')
  const { paymentNote, lang } = useChrome()
  const rows = offer.rows(service).filter(([, value]) => value !== '')
  return (
    <PassCard
      as="section"
      aria-labelledby="offer-title"
      stub={
        <>
          {choice.opens ? (
            <ShopLink
              href={choice.bookingHref}
              {...choice.opens}
              className={buttonClass({ variant: 'secondary', size: 'lg', block: true }, 'mb-3')}
            >
              <CalendarDays aria-hidden="true" />
              {choice.label}
            </ShopLink>
          ) : null}
          <ShopLink href={choice.bookingHref} className={buttonClass({ variant: 'jade', size: 'lg', block: true })}>
            {t('bookNow')}
          </ShopLink>
          {paymentNote ? (
            <p className="mt-3 flex items-start justify-center gap-2 text-[0.8125rem] text-ink-2">
              <ShieldCheck aria-hidden="true" className="size-4 flex-none text-success" />
              <span lang={lang?.paymentNote}>{paymentNote}</span>
            </p>
          ) : null}
        </>
      }
    >
      <h2 id="offer-title" className="sr-only">
        {t('title')}
      </h2>
      {service.from ? (
        <ShopPrice amount={service.from} was={service.was} unit={service.unit} className="text-[1.75rem]" />
      ) : null}
      {service.rating > 0 ? (
        <p className="mt-2 flex items-center gap-1.5">
          <Star aria-hidden="true" className="size-4.5 fill-gold text-gold-ink" />
          {t('rating', { rating: service.rating.toFixed(1), count: service.total_reviews })}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <dl className="mt-5 divide-y divide-line border-t border-line">
          {rows.map(([term, value, lang]) => (
            <div key={say(term)} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              <dt className="text-ink-2">{say(term)}</dt>
              <dd className="font-semibold" lang={lang}>
                {say(value)}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </PassCard>
  )
}

/** Contact help beside the offer. */
function NeedHelp({ service }: { service: ServiceDetail }) {
  const t = useText('offer')
  const chrome = useChrome()
  const { contactPhone, businessHours, lang } = chrome
  const chat = agencyChat(chrome, t('message', { title: service.title }))
  return (
    <section aria-labelledby="need-help" className="rounded-lg bg-sunken p-5">
      <h2 id="need-help" className="text-xl">
        {t('needHelp')}
      </h2>
      <p className="mt-1 text-ink-2">{t('needHelpText')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {chat ? (
          <a href={chat} target="_blank" rel="noopener" className={buttonClass({ variant: 'secondary' })}>
            <MessageCircle aria-hidden="true" />
            {t('chat')}
          </a>
        ) : (
          <ShopLink href="/contact" className={buttonClass({ variant: 'secondary' })}>
            {t('contactForm')}
          </ShopLink>
        )}
        {contactPhone ? (
          <a href={phoneHref(contactPhone)} className={buttonClass({ variant: 'secondary' })}>
            <Phone aria-hidden="true" />
            <bdi dir="ltr">{contactPhone}</bdi>
          </a>
        ) : null}
      </div>
      {businessHours ? (
        <p className="mt-3 text-sm text-ink-2" lang={lang?.businessHours}>
          {businessHours}
        </p>
      ) : null}
    </section>
  )
}

/** Phones: the price and the link to the form, always in reach. */
function OfferBar({ service, choice }: { service: ServiceDetail; choice: OfferChoice }) {
  const t = useText('offer')
  return (
    <div
      data-price-bar=""
      className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <ShopLink href={choice.bookingHref} {...choice.opens} className="min-w-0 flex-1 overflow-clip">
        {service.from ? <ShopPrice amount={service.from} unit={service.unit} className="text-[1.375rem]" /> : null}
        {choice.opens ? <span className="block text-sm text-ink-2 underline">{choice.label}</span> : null}
      </ShopLink>
      <ShopLink href={choice.bookingHref} className={buttonClass({ variant: 'jade', size: 'lg' })}>
        {t('bookNow')}
      </ShopLink>
    </div>
  )
}
