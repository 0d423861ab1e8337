import texts from 'shop-messages:home'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ServiceCard as Card } from '../../modules/catalogue/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { KhatamLattice } from '../../ui/patterns.tsx'
import { useShop } from '../client/context.tsx'
import { homeQuery } from '../client/queries.ts'
import { useChrome } from '../client/use-chrome.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { ServiceCard } from '../service-list/service-card.tsx'
import { ContactBand } from './contact-band.tsx'
import { Hero } from './hero.tsx'
import { HomeSearch } from './home-search.tsx'
import { ServiceChips } from './service-chips.tsx'
import { TrustRow } from './trust-row.tsx'

addMessages(texts)

export function HomePage() {
  const t = useText('home')
  const chrome = useChrome()
  const { data } = useSuspenseQuery(homeQuery(useShop().api))
  return (
    <>
      <PageHead
        title={chrome.seo.title || t('title')}
        isWholeTitle={chrome.seo.title !== ''}
        description={chrome.seo.description || chrome.siteDescription || t('heroText')}
        canonical="/"
      />
      <Hero sliders={data.sliders} />
      <HomeSearch />
      <ServiceChips counts={data.counts} />
      {/* Each of these hydrates by itself, after the visible part of the page. */}
      <Suspense>
        <FeaturedUmrah cards={data.featuredUmrah} />
      </Suspense>
      <Suspense>
        <Trending cards={data.trending} />
      </Suspense>
      <Suspense>
        <TrustRow />
        <ContactBand />
      </Suspense>
    </>
  )
}

/** At most six; nothing when there are none or they cannot be loaded (C§8: silent). */
function FeaturedUmrah({ cards }: { cards: readonly Card[] }) {
  const t = useText('home')
  if (cards.length === 0) return null
  return (
    <section
      aria-labelledby="featured-umrah"
      data-later=""
      className="has-pattern mt-16 overflow-clip bg-jade-tint py-12 text-jade [--ground:var(--color-jade-tint)] [--guess:170rem] md:[--guess:68rem]"
    >
      <KhatamLattice />
      <div className="wide text-ink">
        <SectionHead id="featured-umrah" title={t('umrahTitle')} text={t('umrahText')} />
        <CardGrid cards={cards.slice(0, 6)} />
        <p className="mt-8">
          <ShopLink href="/umrah" className={buttonClass({ variant: 'jade' })}>
            {t('umrahAll')}
          </ShopLink>
        </p>
      </div>
    </section>
  )
}

function Trending({ cards }: { cards: readonly Card[] }) {
  const t = useText('home')
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="trending" data-later="" className="wide mt-16 [--guess:200rem] md:[--guess:68rem]">
      <SectionHead id="trending" title={t('trendingTitle')} text={t('trendingText')} />
      <CardGrid cards={cards} />
    </section>
  )
}

function SectionHead({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <div className="mb-6">
      <h2 id={id}>{title}</h2>
      <p className="mt-1 text-ink-2">{text}</p>
    </div>
  )
}

function CardGrid({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className="card-grid">
      {cards.map((card) => (
        <li key={card.id} data-later="" className="[--guess:27rem]">
          <ServiceCard card={card} hidesFeatured />
        </li>
      ))}
    </ul>
  )
}
