import type { Page } from '../../modules/content/contract.ts'
import { PageHead } from '../head/page-head.tsx'
import { BreadcrumbData, QuestionData } from '../head/structured-data.tsx'

/** Title, description and questions of an agency page, for search engines. */
export function ContentHead({ page }: { page: Page }) {
  const path = `/${page.slug}`
  return (
    <>
      <PageHead
        title={page.seoTitle ?? page.title}
        isWholeTitle={page.seoTitle !== null}
        description={page.seoDescription ?? undefined}
        canonical={path}
      />
      <BreadcrumbData places={[{ name: page.title, path }]} />
      {page.questions.length > 0 ? <QuestionData questions={page.questions} /> : null}
    </>
  )
}

export function PageText({ page, className = '' }: { page: Page; className?: string }) {
  return (
    <div
      className={`prose ${className}`}
      lang={page.languages?.body}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server of a text that cannot hold a tag
      dangerouslySetInnerHTML={{ __html: page.bodyHtml }}
    />
  )
}
