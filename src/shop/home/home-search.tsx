import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'
import { useGo } from '../routing/link.tsx'
import { hrefOf } from '../routing/search.ts'

/** A search over tours; without script the browser submits it. */
export function HomeSearch() {
  const t = useText('home')
  const go = useGo()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go(hrefOf('/tours', { q: String(new FormData(event.currentTarget).get('q') ?? '').trim() }))
  }
  return (
    <search className="wide relative z-10 -mt-8 block">
      <form
        action="/tours"
        onSubmit={search}
        className="flex items-center gap-2 rounded-lg border border-line bg-surface p-2 shadow-lift md:max-w-2xl"
      >
        <Search aria-hidden="true" className="ms-2 size-5 flex-none text-ink-2" />
        <input
          type="search"
          name="q"
          maxLength={100}
          aria-label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          className="min-h-11 min-w-0 flex-1 rounded-sm bg-transparent px-1 text-base placeholder:text-ink-2"
        />
        <Button type="submit">{t('search')}</Button>
      </form>
    </search>
  )
}
