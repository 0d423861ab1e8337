import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ServiceKind } from '../../services/kind.ts'
import { Button } from '../../ui/button.tsx'
import { SectionNotFound } from '../shell/section-states.tsx'
import { say, textOf } from '../text.ts'
import { type EditedKind, kindOfSection, useEditedKind } from './edited-kind.ts'
import { Editor } from './editor.tsx'
import { Filters } from './filters.tsx'
import { ItemList } from './item-list.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import type { CatalogueSearch } from './search.ts'
import { SingleEditor } from './single-editor.tsx'

const t = textOf('catalogue')

export function Catalogue() {
  const section = useLocation().pathname.split('/')[2] ?? ''
  const kind = kindOfSection(section)
  return kind ? <KindSection key={kind.key} kind={kind} /> : <SectionNotFound />
}

function KindSection({ kind }: { kind: ServiceKind }) {
  const edited = useEditedKind(kind)
  const { item } = useParams({ strict: false }) as { item?: string }
  if (!edited) return <ListSkeleton label={t('loading', { name: say(kind.labels.plural).toLowerCase() })} />
  if (kind.isSingle) return <SingleEditor edited={edited} />
  const isDialog = edited.admin.layout !== undefined
  if (item && !isDialog) return <ItemEditor key={item} edited={edited} item={item} />
  return (
    <>
      <ListPage edited={edited} />
      {item ? <ItemEditor key={item} edited={edited} item={item} /> : null}
    </>
  )
}

function ItemEditor({ edited, item }: { edited: EditedKind; item: string }) {
  const navigate = useNavigate()
  const search: CatalogueSearch = useSearch({ strict: false })
  const toList = () => void navigate({ to: edited.href, search: search as never, resetScroll: false })
  return <Editor edited={edited} id={item === 'new' ? null : item} onClose={toList} />
}

function ListPage({ edited }: { edited: EditedKind }) {
  const search: CatalogueSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (next: CatalogueSearch) =>
    void navigate({
      to: edited.href,
      search: ((newest: CatalogueSearch) => ({ ...newest, page: undefined, ...next })) as never,
      resetScroll: false,
    })
  const title = say(edited.kind.labels.plural)
  return (
    <>
      <title>{title}</title>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        <Button
          data-key="new"
          icon={<Plus aria-hidden="true" />}
          onClick={() => void navigate({ to: `${edited.href}/new`, search: search as never, resetScroll: false })}
        >
          {t('addNew')}
        </Button>
      </div>
      <Filters edited={edited} search={search} onChange={change} />
      <ItemList edited={edited} search={search} onChange={change} />
    </>
  )
}
