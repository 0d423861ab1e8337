import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'

const t = textOf('catalogue')

/** Reports while typing whether a slug is taken; former slugs of other items count too. */
export function SlugHint({ edited, slug, id }: { edited: EditedKind; slug: string; id: string | undefined }) {
  const wanted = slug.trim()
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(wanted)
  const { data } = useQuery({
    queryKey: ['slug', edited.key, wanted, id],
    queryFn: () => api.catalogue.admin.checkSlug({ kind: edited.key, slug: wanted, ...(id && { id }) }),
    enabled: isSlug,
    staleTime: 10_000,
  })
  return (
    <span role="status" className="text-sm text-ink-2">
      {isSlug && data ? t(data.isFree ? 'slugFree' : 'slugTaken') : ''}
    </span>
  )
}
