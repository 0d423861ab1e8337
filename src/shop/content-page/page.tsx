import texts from 'shop-messages:contentPage'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useShop } from '../context.tsx'
import { shownInstant } from '../dates.ts'
import { addMessages, useText } from '../intl.tsx'
import { NotFoundPage } from '../not-found/page.tsx'
import { PageHead, usePage } from '../page.tsx'
import { contentPageQuery } from '../queries.ts'

addMessages(texts)

/** A text of the agency: terms, privacy. */
export function ContentPage() {
  const { isMissing } = usePage()
  const { pathname } = useLocation()
  return isMissing ? <NotFoundPage /> : <FoundPage slug={pathname.slice(1)} />
}

function FoundPage({ slug }: { slug: string }) {
  const t = useText('contentPage')
  const { data } = useSuspenseQuery(contentPageQuery(useShop().api, slug))
  return (
    <article className="wide max-w-3xl py-10">
      <PageHead
        title={data.seoTitle ?? data.title}
        isWholeTitle={data.seoTitle !== null}
        description={data.seoDescription ?? undefined}
        canonical={`/${slug}`}
      />
      <h1>{data.title}</h1>
      <p className="mt-2 text-sm text-ink-2">{t('updated', { day: shownInstant(data.updatedAt).slice(0, 10) })}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was saved */}
      <div className="prose mt-6" dangerouslySetInnerHTML={{ __html: data.bodyHtml }} />
    </article>
  )
}
