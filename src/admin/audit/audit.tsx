import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { type AuditThing, auditThingNames } from '../../modules/account/index.ts'
import { api } from '../api.ts'
import { LongList } from '../lists/long-list.tsx'
import { textOf } from '../text.ts'
import { Entry } from './entry.tsx'
import { FilterForm, type Filters } from './filter-form.tsx'
import { loadSpecs } from './specs.ts'

const t = textOf('audit')

export function AuditTrail() {
  const search: Filters = useSearch({ strict: false })
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-1 text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="mb-4 text-ink-2">{t('intro')}</p>
      <FilterForm search={search} />
      <List search={search} />
    </>
  )
}

function List({ search }: { search: Filters }) {
  // Labels of the items' fields; the list can be read without them.
  const specs = useQuery({
    queryKey: ['kind-specs'],
    queryFn: loadSpecs,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const { thing, ...filters } = search
  const known = auditThingNames.find((name) => name === thing) as AuditThing | undefined
  return (
    <LongList
      queryKey={['audit', search]}
      ask={(after) => api.account.admin.audit({ ...filters, ...(known && { thing: known }), limit: 50, ...after })}
      words={t}
      isFiltered={Object.keys(search).length > 0}
      icon={<ScrollText aria-hidden="true" />}
    >
      {(lines) => (
        <ul aria-label={t('title')} className="card divide-y divide-line">
          {lines.map((line) => (
            <Entry key={line.id} line={line} specs={specs.data ?? new Map()} />
          ))}
        </ul>
      )}
    </LongList>
  )
}
