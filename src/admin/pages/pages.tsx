import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { EditedPage } from '../../modules/content/index.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { api } from '../api.ts'
import { ListFailed, ListLoading } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { isTranslated, TranslationProgress } from '../translations/translation-progress.tsx'
import { PageEditor } from './page-editor.tsx'

const t = textOf('pages')

/** The pages that the agency writes itself (A269); the address holds the open one. */
export function Pages() {
  const { page: slug }: { page?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = useQuery({ queryKey: ['pages'], queryFn: () => api.content.admin.pages() })
  const items: readonly EditedPage[] = list.data?.items ?? []
  const translations = list.data?.translations ?? {}
  const label = (value: string, title: string) =>
    t(isTranslated(translations[value]) ? 'option' : 'optionNotTranslated', { title, address: `/${value}` })
  const page = items.find((each) => each.slug === slug) ?? items[0]
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="mt-1 mb-4 text-ink-2">{t('intro')}</p>
      {list.isPending ? <ListLoading label={t('loading')} /> : null}
      {list.isError && !page ? <ListFailed title={t('failed')} onRetry={() => void list.refetch()} /> : null}
      {page ? (
        <>
          <Field label={t('choose')} className="max-w-sm">
            <Select
              value={page.slug}
              onChange={(event) => void navigate({ to: '/admin/pages', search: { page: event.target.value } as never })}
              options={items.map(({ slug: value, title }) => ({ value, label: label(value, title) }))}
            />
          </Field>
          <div className="mt-1 mb-4">
            <TranslationProgress title={page.title} translations={translations[page.slug]} />
          </div>
          <PageEditor key={page.slug} page={page} onSettled={() => void list.refetch()} />
        </>
      ) : null}
    </>
  )
}
