import { MapPin, Star } from 'lucide-react'
import type { ServiceCard as Card } from '../../modules/catalogue/contract.ts'
import { promises } from '../../services/shared/promises.ts'
import { Badge } from '../../ui/badge.tsx'
import { PassCard } from '../../ui/card.tsx'
import { useSay } from '../../ui/say.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ServiceMark } from '../pictures/service-mark.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { ShopLink } from '../routing/link.tsx'
import { WishButton } from '../wish-list/wish-button.tsx'

type ServiceCardProps = {
  card: Card
  /** The first cards on the screen fetch their pictures at once. */
  priority?: boolean
  heading?: 'h2' | 'h3'
  /** If everything is featured, the word means nothing. */
  hidesFeatured?: boolean
  /** The day that the list is filtered by: the item opens with it. */
  date?: string | null
}
/** For kinds that do not name one. */
const maxFacts = 3
const sizes = '(min-width: 1280px) 22rem, (min-width: 768px) 45vw, calc(100vw - 2rem)'

/** An item as a boarding pass: picture, title and facts, and the price on the stub. */
export function ServiceCard({ card, priority, heading: Heading = 'h3', hidesFeatured, date }: ServiceCardProps) {
  const t = useText('card')
  const look = kindShop(card.kind)?.card
  return (
    <PassCard
      as="article"
      className="service-card h-full"
      media={
        <span className="relative block">
          <ShopPicture
            image={card.featured_image ?? look?.defaultImage ?? null}
            alt={card.title}
            lang={card.languages?.featured_image}
            altLang={card.languages?.title}
            sizes={sizes}
            priority={priority}
          />
          {card.is_featured && !hidesFeatured ? (
            <Badge tone="gold" className="absolute start-3 top-3 shadow-card">
              {t('featured')}
            </Badge>
          ) : null}
          {card.mark ? (
            <span className="absolute start-3 bottom-3">
              <ServiceMark src={card.mark} />
            </span>
          ) : null}
          <WishButton item={card} className="wish-on-card" />
        </span>
      }
      stub={<CardPrice card={card} />}
    >
      <Heading className="line-clamp-2 text-xl">
        <ShopLink
          href={date ? `${card.href}?date=${date}` : card.href}
          className="card-link"
          lang={card.languages?.title}
        >
          {card.title}
        </ShopLink>
      </Heading>
      {look?.Text ? <look.Text service={card} /> : null}
      <CardFacts card={card} />
    </PassCard>
  )
}

function CardFacts({ card }: { card: Card }) {
  const { shortDay } = useDates()
  const say = useSay()
  const t = useText('card')
  const shop = kindShop(card.kind)
  const facts = [...((shop?.card ?? shop)?.facts(card) ?? []), ...promises(card)].slice(
    0,
    shop?.card ? undefined : maxFacts,
  )
  const { location, availability: next } = card
  return (
    <ul className="facts mt-2 text-sm">
      {location && !shop?.card?.hidesPlace ? (
        <li>
          <MapPin aria-hidden="true" />
          <span className="sr-only">{t('location')}</span>
          <bdi className="line-clamp-1" lang={card.languages?.location}>
            {location}
          </bdi>
        </li>
      ) : null}
      {facts.map(
        ([line, lang]) =>
          line !== location && (
            <li key={say(line)} lang={lang}>
              {say(line)}
            </li>
          ),
      )}
      {next ? (
        <li>
          {next.next_day ? t('nextDay', { day: shortDay(next.next_day) }) : t('noDay')}
          {next.day_note ? <span className="day-note"> {next.day_note}</span> : null}
        </li>
      ) : null}
      {card.rating > 0 ? (
        <li>
          <Star aria-hidden="true" className="fill-gold text-gold-ink" />
          <span>{t('rating', { rating: card.rating.toFixed(1), count: card.total_reviews })}</span>
        </li>
      ) : null}
    </ul>
  )
}

function CardPrice({ card }: { card: Card }) {
  const t = useText('card')
  if (!card.from) return <p className="text-ink-2">{t('priceOnRequest')}</p>
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="text-sm text-ink-2">{t('from')}</span>
      <ShopPrice amount={card.from} was={card.was} unit={card.unit} className="text-end text-xl" />
    </p>
  )
}
