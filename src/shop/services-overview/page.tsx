import texts from 'shop-messages:servicesPage'
import { ArrowRight } from 'lucide-react'
import { kinds } from '../../services/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ContentHead, PageText } from '../content-page/page-text.tsx'
import { useContentPage } from '../content-page/use-content-page.ts'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'

addMessages(texts)

/** /services: everything that can be booked, drawn from the kinds, with the agency's words (C284). */
export function ServicesPage() {
  const t = useText('servicesPage')
  const menu = useText('menu')
  const page = useContentPage()
  return (
    <div className="wide max-w-5xl py-10">
      <ContentHead page={page} />
      <h1>{page.title}</h1>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2">
        {kinds.map(({ key, labels, listHref }) => (
          <li key={key} className="card">
            <div className="card-body">
              <h2 className="text-xl">
                <ShopLink href={listHref} className="card-link">
                  {labels.plural}
                </ShopLink>
              </h2>
              <p className="mt-1 text-ink-2">{labels.listIntro}</p>
              <p aria-hidden="true" className="mt-3 flex items-center gap-1.5 font-semibold text-primary-strong">
                {t('choose', { kind: labels.plural })} <ArrowRight className="mirror size-4" />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <h2 className="mt-12">{t('more')}</h2>
      <ul className="mt-4 flex flex-wrap gap-3">
        {(['hotels', 'flights', 'guides'] as const).map((place) => (
          <li key={place}>
            <ShopLink href={`/${place}`} className={buttonClass({ variant: 'secondary' })}>
              {menu(place)}
            </ShopLink>
          </li>
        ))}
      </ul>
      <PageText page={page} className="mt-12" />
    </div>
  )
}
