import texts from 'shop-messages:contentPage'
import { dateIn } from '../../kernel/dates.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { useDates } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ContentHead, PageText } from './page-text.tsx'
import { useContentPage } from './use-content-page.ts'

addMessages(texts)

/** A text of the agency: terms, privacy (C284). */
export function ContentPage() {
  const { longDay } = useDates()
  const t = useText('contentPage')
  const page = useContentPage()
  const { timeZone } = useChrome()
  return (
    <article className="wide max-w-3xl py-10">
      <ContentHead page={page} />
      <h1 lang={page.languages?.title}>{page.title}</h1>
      {page.updatedAt ? (
        <p className="mt-2 text-sm text-ink-2">
          {t('updated', { day: longDay(dateIn(timeZone, new Date(page.updatedAt))) })}
        </p>
      ) : null}
      <PageText page={page} className="mt-6" />
    </article>
  )
}
