import texts from 'shop-messages:home,services'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ServiceCard as Card } from '../../modules/catalogue/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { KhatamLattice } from '../../ui/patterns.tsx'
import { useShop } from '../context.tsx'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { PageHead } from '../page.tsx'
import { homeQuery } from '../queries.ts'
import { ServiceCard } from '../service-list/service-card.tsx'
import { useChrome } from '../use-chrome.ts'
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
      {/* Each of these comes alive by itself, after what is on the screen first. */}
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

/** Six at most; left out when there is none or they could not be read (C§8: silent). */
function FeaturedUmrah({ cards }: { cards: readonly Card[] }) {
  const t = useText('home')
  if (cards.length === 0) return null
  return (
    <section
      aria-labelledby="featured-umrah"
      data-later=""
      className="has-pattern mt-16 overflow-clip bg-umrah-tint py-12 text-umrah [--ground:var(--color-umrah-tint)] [--guess:170rem] md:[--guess:68rem]"
    >
      <KhatamLattice />
      <div className="wide text-ink">
        <SectionHead id="featured-umrah" title={t('umrahTitle')} text={t('umrahText')} />
        <CardGrid cards={cards.slice(0, 6)} />
        <p className="mt-8">
          <ShopLink href="/umrah" className={buttonClass({ variant: 'umrah' })}>
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
