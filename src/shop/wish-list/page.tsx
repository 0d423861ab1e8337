import texts from 'shop-messages:wishList'
import { useLate } from '../frame/use-sheet.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { CardGridSkeleton } from '../page-states/pending.tsx'

addMessages(texts)

/** Known to the browser alone. */
const loadList = async () => (await import('./wish-list.tsx')).SavedItems

export function WishListPage() {
  const t = useText('wishList')
  const SavedItems = useLate(loadList)
  return (
    <section className="wide py-8 md:py-10">
      <PageHead title={t('title')} isPrivate />
      <h1>{t('title')}</h1>
      <p className="mt-2 mb-6 text-ink-2">{t('text')}</p>
      <noscript>
        <p className="notice tone-info">{t('noScript')}</p>
      </noscript>
      {SavedItems ? <SavedItems /> : <CardGridSkeleton />}
    </section>
  )
}
