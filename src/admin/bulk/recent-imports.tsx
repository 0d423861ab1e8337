import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { kindName } from '../labels.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('bulk')

/** Leads back to the result of an import, and to its undo. Nothing is shown before the first import. */
export function RecentImports() {
  const query = useQuery({
    queryKey: ['bulk-upload', 'recent'],
    queryFn: () => api.catalogue.admin.uploads.list(),
    staleTime: 0,
  })
  if (query.data?.items.length === 0) return null
  return (
    <section className="grid gap-3 rounded-lg border border-line bg-surface p-5" aria-labelledby="bulk-recent">
      <div>
        <h2 id="bulk-recent" className="text-xl">
          {t('recent.title')}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{t('recent.hint')}</p>
      </div>
      <LoadedList query={query} words={(key) => t(`recent.${key}`)}>
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.map(({ id, kind, fileName, at, by, isUndone }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2 wrap-anywhere">
                <div className="min-w-0">
                  <Link className="font-semibold underline" to="/admin/bulk-upload" search={{ upload: id } as never}>
                    <bdi>{fileName}</bdi>
                  </Link>
                  <p className="text-sm text-ink-2">
                    {t('recent.of', { kind: kindName(kind), at: dateTime(at), name: by })}
                  </p>
                </div>
                {isUndone ? <Badge>{t('recent.undone')}</Badge> : null}
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </section>
  )
}
