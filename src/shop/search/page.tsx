import texts from 'shop-messages:search'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronRight, FileText, MapPin, SearchX } from 'lucide-react'
import { cleanQuery } from '../../kernel/query.ts'
import type { SearchAnswer } from '../../modules/content/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSay } from '../../ui/say.tsx'
import { useShop } from '../client/context.tsx'
import { searchQuery } from '../client/queries.ts'
import { useOriginalLanguage } from '../client/use-original-language.ts'
import { servicePlaces } from '../frame/menu.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { ServiceCard } from '../service-list/service-card.tsx'
import { SearchForm } from './search-form.tsx'

addMessages(texts)

/** Everything that has the words: items by kind, kinds, places and pages. */
export function SearchPage() {
  const t = useText('search')
  const q = cleanQuery(usePage().search.q ?? '')
  return (
    <div className="wide py-6 md:py-10">
      <PageHead title={q === '' ? t('title') : t('titleOf', { q })} canonical="/search" isPrivate />
      <h1>{q === '' ? t('title') : t('titleOf', { q })}</h1>
      <SearchForm key={q} q={q} className="mt-4 md:max-w-2xl" />
      {q === '' ? <NextSteps /> : <Results q={q} />}
    </div>
  )
}

function Results({ q }: { q: string }) {
  const t = useText('search')
  const { data } = useSuspenseQuery(searchQuery(useShop().api, q))
  const { groups, kinds, places, pages, total, corrected } = data
  const isEmpty = groups.length + kinds.length + pages.length === 0
  return (
    <>
      <p role="status" className="mt-4 text-ink-2">
        {corrected ? `${t('corrected', { words: corrected })} ` : ''}
        {t('found', { count: total })}
      </p>
      {isEmpty ? (
        <>
          <EmptyState
            className="mt-6"
            icon={<SearchX aria-hidden="true" />}
            title={t('emptyTitle', { q })}
            description={t('emptyText')}
            action={
              <ShopLink href="/contact" className={buttonClass({ variant: 'secondary' })}>
                {t('contact')}
              </ShopLink>
            }
          />
          <NextSteps />
        </>
      ) : (
        <Ways kinds={kinds} places={places} />
      )}
      {groups.map((group, at) => (
        <KindResults key={group.kind} group={group} isFirst={at === 0} />
      ))}
      {pages.length > 0 ? <Pages pages={pages} /> : null}
    </>
  )
}

const chipClass =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-ink hover:border-primary-strong hover:bg-tint'

function Ways({ kinds, places }: Pick<SearchAnswer, 'kinds' | 'places'>) {
  const t = useText('search')
  const lang = useOriginalLanguage()
  if (kinds.length + places.length === 0) return null
  return (
    <ul aria-label={t('ways')} className="mt-4 flex flex-wrap gap-2">
      {kinds.map(({ title, href }) => (
        <li key={href}>
          <ShopLink href={href} className={chipClass}>
            {title}
            <ChevronRight aria-hidden="true" className="mirror size-4 text-ink-2" />
          </ShopLink>
        </li>
      ))}
      {places.map(({ name, href, count }) => (
        <li key={href}>
          <ShopLink href={href} className={chipClass}>
            <MapPin aria-hidden="true" className="size-4 text-ink-2" />
            <bdi lang={lang}>{name}</bdi> <span className="text-sm text-ink-2">{t('services', { count })}</span>
          </ShopLink>
        </li>
      ))}
    </ul>
  )
}

function KindResults({ group, isFirst }: { group: SearchAnswer['groups'][number]; isFirst: boolean }) {
  const t = useText('search')
  const id = `found-${group.kind}`
  return (
    <section aria-labelledby={id} className="mt-8 md:mt-12">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id}>{t('groupTitle', { kind: group.title, count: group.total })}</h2>
        <ShopLink href={group.href} className="inline-flex min-h-11 items-center gap-1 font-semibold">
          {t('seeKind', { kind: group.title })}
          <ChevronRight aria-hidden="true" className="mirror size-4" />
        </ShopLink>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {group.items.map((card, at) => (
          <li key={card.id}>
            <ServiceCard card={card} priority={isFirst && at < 2} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pages({ pages }: Pick<SearchAnswer, 'pages'>) {
  const t = useText('search')
  return (
    <section aria-labelledby="found-pages" className="mt-8 md:mt-12">
      <h2 id="found-pages">{t('groups.pages')}</h2>
      <ul className="mt-2 grid gap-1">
        {pages.map(({ title, href, lang }) => (
          <li key={href}>
            <ShopLink href={href} className="inline-flex min-h-11 items-center gap-2">
              <FileText aria-hidden="true" className="size-5 text-ink-2" />
              <span lang={lang}>{title}</span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The ways to all services, for a search that says nothing or finds nothing. */
function NextSteps() {
  const t = useText('search')
  const say = useSay()
  return (
    <section aria-labelledby="search-next" className="mt-8">
      <h2 id="search-next">{t('browse')}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {servicePlaces.map(({ key, name, href }) => (
          <li key={key}>
            <ShopLink href={href} className={chipClass}>
              {say(name)}
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
