import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Guilloche } from '../../ui/patterns.tsx'
import { useSay } from '../../ui/say.tsx'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { kindList } from '../routing/kind-parts.ts'
import { localHref } from '../routing/local-href.ts'
import { useKind } from '../routing/page.ts'
import type { ListSearch } from './list-search.ts'

type ListHeadProps = { search: ListSearch; onSearch: (q: string) => void }

/** Title, intro and search field, on a pattern or in the kind's own header. */
export function ListHead({ search, onSearch }: ListHeadProps) {
  const say = useSay()
  const { key, path, labels } = useKind()
  const { heroVideo, heroAudio } = useChrome()
  const Opening = kindList(key)?.Opening
  const form = <SearchForm q={search.q ?? ''} onSearch={onSearch} />
  if (Opening)
    return (
      <Opening
        title={say(labels.listTitle)}
        intro={say(labels.listIntro)}
        search={form}
        anchor={`#${path}`}
        video={heroVideo}
        audio={heroAudio}
      />
    )
  return (
    <div className="has-pattern overflow-clip border-b border-line bg-sunken text-control">
      <Guilloche />
      <div className="wide py-8 text-ink md:flex md:items-end md:justify-between md:gap-8 md:py-10">
        <div>
          <h1>{say(labels.listTitle)}</h1>
          <p className="mt-2 max-w-xl text-ink-2">{say(labels.listIntro)}</p>
        </div>
        <div className="mt-5 w-full max-w-lg md:mt-0">{form}</div>
      </div>
    </div>
  )
}

/** Searches on submit; without script the browser submits it. */
function SearchForm({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const say = useSay()
  const t = useText('list')
  const { key, labels, listHref } = useKind()
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(q)
  useEffect(() => {
    // Keeps what was typed before the page came alive.
    if (shown.current !== q && input.current && input.current.value.trim() !== q) input.current.value = q
    shown.current = q
  }, [q])
  const { prefix } = useShop()
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSearch(input.current?.value.trim() ?? '')
  }
  return (
    <search className="block">
      <form
        action={localHref(prefix, listHref)}
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
          aria-label={t('searchLabel', { kind: say(labels.plural).toLowerCase() })}
          placeholder={say(kindList(key)?.searchPlaceholder ?? t('searchPlaceholder'))}
          className="search-input min-h-11 min-w-0 flex-1 rounded-sm bg-transparent px-1 text-base text-ellipsis placeholder:text-ink-2"
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
