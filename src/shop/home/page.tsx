import texts from 'shop-messages:home'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ServiceCard as Card } from '../../modules/catalogue/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { KhatamLattice } from '../../ui/patterns.tsx'
import { useShop } from '../client/context.tsx'
import { homeQuery } from '../client/queries.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { useLate } from '../frame/use-sheet.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { SearchForm } from '../search/search-form.tsx'
import { CardRow } from '../service-list/card-row.tsx'
import { ServiceCard } from '../service-list/service-card.tsx'
import { ContactBand } from './contact-band.tsx'
import { Hero } from './hero.tsx'
import { ServiceChips } from './service-chips.tsx'
import { TrustRow } from './trust-row.tsx'

addMessages(texts)

/** Known to the browser alone, so it comes after the page. */
const loadRecentlyViewed = async () => (await import('../recently-viewed/recently-viewed.tsx')).RecentlyViewed

export function HomePage() {
  const t = useText('home')
  const chrome = useChrome()
  const { data } = useSuspenseQuery(homeQuery(useShop().api))
  const RecentlyViewed = useLate(loadRecentlyViewed)
  return (
    <>
      <PageHead
        title={chrome.seo.title || t('title')}
        isWholeTitle={chrome.seo.title !== ''}
        description={chrome.seo.description || chrome.siteDescription || t('heroText')}
        canonical="/"
      />
      <Hero sliders={data.sliders} />
      <div className="wide relative z-10 -mt-8">
        <SearchForm className="md:max-w-2xl" />
      </div>
      <ServiceChips counts={data.counts} />
      {/* Each of these hydrates by itself, after the visible part of the page. */}
      <Suspense>
        <TrustRow />
      </Suspense>
      <Suspense>
        <FeaturedUmrah cards={data.featuredUmrah} />
      </Suspense>
      <Suspense>
        <Trending cards={data.trending} />
      </Suspense>
      {RecentlyViewed ? <RecentlyViewed /> : null}
      <Suspense>
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
      className="has-pattern mt-10 overflow-clip bg-jade-tint py-8 text-jade [--ground:var(--color-jade-tint)] [--guess:46rem] md:mt-16 md:py-12"
    >
      <KhatamLattice />
      <div className="wide text-ink">
        <CardRow id="featured-umrah" title={t('umrahTitle')} text={t('umrahText')}>
          <Cards cards={cards.slice(0, 6)} />
        </CardRow>
        <ShopLink href="/umrah" className={buttonClass({ variant: 'jade' })}>
          {t('umrahAll')}
        </ShopLink>
      </div>
    </section>
  )
}

function Trending({ cards }: { cards: readonly Card[] }) {
  const t = useText('home')
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="trending" data-later="" className="mixed-row wide mt-10 [--guess:38rem] md:mt-16">
      <CardRow id="trending" title={t('trendingTitle')} text={t('trendingText')}>
        <Cards cards={cards} />
      </CardRow>
    </section>
  )
}

const Cards = ({ cards }: { cards: readonly Card[] }) =>
  cards.map((card) => (
    <li key={card.id}>
      <ServiceCard card={card} hidesFeatured />
    </li>
  ))
