import { Search } from 'lucide-react'
import { type ComponentType, type FormEvent, type RefObject, useRef, useState } from 'react'
import { cleanQuery } from '../../kernel/query.ts'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { useShop } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'
import { useGo } from '../routing/link.tsx'
import { localHref } from '../routing/local-href.ts'
import { hrefOf } from '../routing/search.ts'

type Helper = ComponentType<{ readonly input: RefObject<HTMLInputElement | null>; readonly onLeave: () => void }>
type SearchFormProps = {
  /** What was searched before. */
  q?: string
  /** Called when the search or a suggestion was followed. */
  onLeave?: () => void
  className?: string
}

/**
 * Searches everything. Without script the browser submits it; suggestions are fetched when the box gets the focus.
 */
export function SearchForm({ q = '', onLeave = () => undefined, className }: SearchFormProps) {
  const t = useText('frame')
  const go = useGo()
  const input = useRef<HTMLInputElement>(null)
  const [helper, setHelper] = useState<{ readonly Part: Helper } | null>(null)
  const wake = () => {
    if (!helper)
      import('./suggestion-list.tsx').then(
        ({ SuggestionList }) => setHelper({ Part: SuggestionList }),
        () => undefined,
      )
  }
  const { prefix } = useShop()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go(hrefOf('/search', { q: cleanQuery(input.current?.value ?? '') }))
    onLeave()
  }
  return (
    <search className={joinClasses('relative block', className)}>
      <form
        action={localHref(prefix, '/search')}
        onSubmit={search}
        onFocus={wake}
        onInput={wake}
        className="flex items-center gap-2 rounded-lg border border-line bg-surface p-2 shadow-lift"
      >
        <Search aria-hidden="true" className="ms-2 size-5 flex-none text-ink-2" />
        <input
          ref={input}
          name="q"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          defaultValue={q}
          aria-label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          className="min-h-11 min-w-0 flex-1 rounded-sm bg-transparent px-1 text-base placeholder:text-ink-2"
        />
        <Button type="submit">{t('search')}</Button>
        {helper ? <helper.Part input={input} onLeave={onLeave} /> : null}
      </form>
    </search>
  )
}
