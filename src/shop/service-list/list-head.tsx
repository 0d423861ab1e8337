import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Guilloche, KhatamLattice } from '../../ui/patterns.tsx'
import { useText } from '../intl.tsx'
import { useKind } from '../page.tsx'
import type { ListSearch } from './list-search.ts'

type ListHeadProps = { search: ListSearch; onSearch: (q: string) => void }

/** Title, a sentence, and one search field, on the drawn ground of the kind. */
export function ListHead({ search, onSearch }: ListHeadProps) {
  const { key, labels } = useKind()
  const isUmrah = key === 'umrah'
  return (
    <div
      className={joinClasses(
        'has-pattern overflow-clip border-b border-line',
        isUmrah ? 'bg-umrah-tint text-umrah' : 'bg-sunken text-control',
      )}
    >
      {isUmrah ? <KhatamLattice /> : <Guilloche />}
      <div className="wide py-8 text-ink md:flex md:items-end md:justify-between md:gap-8 md:py-10">
        <div>
          <h1>{labels.listTitle}</h1>
          <p className="mt-2 max-w-xl text-ink-2">{labels.listIntro}</p>
        </div>
        <SearchForm q={search.q ?? ''} onSearch={onSearch} />
      </div>
    </div>
  )
}

/** Searches as it is sent; without script the browser sends it itself. */
function SearchForm({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const t = useText('list')
  const { labels, listHref } = useKind()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current.value.trim() !== q) input.current.value = q
  }, [q])
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSearch(input.current?.value.trim() ?? '')
  }
  return (
    <search className="mt-5 block w-full max-w-lg md:mt-0">
      <form
        action={listHref}
        onSubmit={send}
        className="flex items-center gap-1 rounded-lg border border-control bg-surface p-1"
      >
        <Search aria-hidden="true" className="ms-2 size-5 flex-none text-ink-2" />
        <input
          ref={input}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          aria-label={t('searchLabel', { kind: labels.plural.toLowerCase() })}
          placeholder={t('searchPlaceholder')}
          className="search-input min-h-11 min-w-0 flex-1 rounded-sm bg-transparent px-1 text-base placeholder:text-ink-2"
        />
        {q ? (
          <Button variant="quiet" iconOnly aria-label={t('clearSearch')} onClick={() => onSearch('')}>
            <X aria-hidden="true" />
          </Button>
        ) : null}
        <Button type="submit">{t('search')}</Button>
      </form>
    </search>
  )
}
