import intros from 'room-messages:services/*/intro'
import texts from 'shop-messages:servicesPage'
import { ArrowRight } from 'lucide-react'
import { kinds } from '../../services/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useSay } from '../../ui/say.tsx'
import { ContentHead, PageText } from '../content-page/page-text.tsx'
import { useContentPage } from '../content-page/use-content-page.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'

addMessages(texts)
addMessages(intros)

/** /services: everything that can be booked, with the agency's text (C284). */
export function ServicesPage() {
  const say = useSay()
  const t = useText('servicesPage')
  const menu = useText('menu')
  const page = useContentPage()
  return (
    <div className="wide max-w-5xl py-10">
      <ContentHead page={page} />
      <h1 lang={page.languages?.title}>{page.title}</h1>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2">
        {kinds.map(({ key, labels, listHref }) => (
          <Service key={key} name={say(labels.plural)} text={say(labels.listIntro)} href={listHref} />
        ))}
        <Service name={t('other')} text={t('otherText')} href="/booking?type=general" />
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

type ServiceProps = { name: string; text: string; href: string }

function Service({ name, text, href }: ServiceProps) {
  return (
    <li className="card">
      <div className="card-body">
        <h2 className="flex items-center justify-between gap-3 text-xl">
          <ShopLink href={href} className="card-link">
            {name}
          </ShopLink>
          <ArrowRight aria-hidden="true" className="mirror size-5 flex-none text-primary-strong" />
        </h2>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
    </li>
  )
}
