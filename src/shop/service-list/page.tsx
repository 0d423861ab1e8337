import intros from 'room-messages:services/*/intro'
import texts from 'shop-messages:list'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSay } from '../../ui/say.tsx'
import { useDisplayCurrency, useShop } from '../client/context.tsx'
import { listQuery } from '../client/queries.ts'
import { PageHead, StructuredData } from '../head/page-head.tsx'
import { BreadcrumbData } from '../head/structured-data.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { CardGridSkeleton } from '../page-states/pending.tsx'
import { kindList } from '../routing/kind-parts.ts'
import { ShopLink, useGo } from '../routing/link.tsx'
import { localHref } from '../routing/local-href.ts'
import { useKind, usePage } from '../routing/page.ts'
import { hrefOf } from '../routing/search.ts'
import { FilterBar } from './filter-bar.tsx'
import { ListHead } from './list-head.tsx'
import { type ListSearch, readListSearch, writeListSearch } from './list-search.ts'
import { LoadMore } from './load-more.tsx'
import { ServiceCard } from './service-card.tsx'
import { useLimitsInCurrency } from './use-limits-in-currency.ts'

addMessages(texts)
addMessages(intros)

export function ServiceListPage() {
  const search = readListSearch(usePage().search)
  const say = useSay()
  const { api } = useShop()
  const currency = useDisplayCurrency()
  const kind = useKind()
  const own = kindList(kind.key)
  const go = useGo()
  const query = useInfiniteQuery({
    ...listQuery(api, kind.key, search, currency),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const [first] = pages
  const cards = pages.slice(0, search.page).flatMap((page) => page.items)
  /** A changed filter starts at the first page again and keeps the scroll position. */
  const change = (next: Partial<ListSearch>) => go(listHref(kind.listHref, { ...search, ...next, page: 1 }))
  useLimitsInCurrency(search, (limits) =>
    go(listHref(kind.listHref, { ...search, ...limits, page: 1 }), { replace: true }),
  )
  return (
    <>
      <PageHead title={say(kind.labels.listTitle)} description={say(kind.labels.listIntro)} canonical={kind.listHref} />
      <BreadcrumbData places={[{ name: say(kind.labels.plural), path: kind.listHref }]} />
      <ListHead search={search} onSearch={(q) => change({ q })} />
      <div id={kind.path} className="wide pt-5">
        <FilterBar list={first} search={search} onChange={change} />
        {query.isPending ? <CardGridSkeleton /> : null}
        {query.isError ? <ListFailure onRetry={() => void query.refetch()} /> : null}
        {first ? (
          <div aria-busy={query.isPlaceholderData} className={joinClasses(query.isPlaceholderData && 'opacity-60')}>
            {cards.length === 0 ? (
              <NoMatches onClear={() => go(kind.listHref)} />
            ) : (
              <>
                <ListData cards={cards} />
                <Suspense>
                  <ul className={joinClasses('card-grid', own?.inThrees && 'card-grid-3')}>
                    {cards.map((card, index) => (
                      <li key={card.id} data-later={index < 2 ? undefined : ''} className="[--guess:27rem]">
                        <ServiceCard
                          card={card}
                          priority={!own?.Opening && index < 2}
                          heading={own?.heading ? 'h3' : 'h2'}
                          date={first.date}
                        />
                      </li>
                    ))}
                  </ul>
                </Suspense>
                <LoadMore
                  shown={cards.length}
                  total={first.total}
                  href={listHref(kind.listHref, { ...search, page: search.page + 1 })}
                  isLoading={query.isFetchingNextPage}
                  onLoad={async () => {
                    if (pages.length <= search.page) await query.fetchNextPage()
                    go(listHref(kind.listHref, { ...search, page: search.page + 1 }), { replace: true })
                  }}
                />
              </>
            )}
          </div>
        ) : null}
      </div>
      {own?.After ? (
        <Suspense>
          <own.After Link={ShopLink} />
        </Suspense>
      ) : null}
    </>
  )
}

const listHref = (path: string, search: ListSearch): string => hrefOf(path, writeListSearch(search))

function ListData({ cards }: { cards: readonly { href: string; title: string }[] }) {
  const { origin, prefix } = useShop()
  const itemListElement = cards.map((card, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: card.title,
    url: origin + localHref(prefix, card.href),
  }))
  return <StructuredData data={{ '@type': 'ItemList', numberOfItems: cards.length, itemListElement }} />
}

function NoMatches({ onClear }: { onClear: () => void }) {
  const say = useSay()
  const t = useText('list')
  const kind = useKind()
  const own = kindList(kind.key)?.empty
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={own ? say(own.title) : t('emptyTitle', { kind: say(kind.labels.plural).toLowerCase() })}
      description={say(own?.text ?? t('emptyText'))}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  )
}

function ListFailure({ onRetry }: { onRetry: () => void }) {
  const say = useSay()
  const t = useText('list')
  const { labels } = useKind()
  return (
    <Notice tone="danger" role="alert" title={say(labels.listFailed ?? t('failedTitle'))}>
      <p>{t('failedText')}</p>
      <Button variant="secondary" size="sm" className="mt-3" icon={<RefreshCw aria-hidden="true" />} onClick={onRetry}>
        {t('retry')}
      </Button>
    </Notice>
  )
}
