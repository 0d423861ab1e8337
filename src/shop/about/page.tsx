import texts from 'shop-messages:about'
import { Globe, Headset, Tag, Users } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { addMessages, useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { PageHead } from '../page.tsx'
import { ShopPicture } from '../shop-picture.tsx'
import { useChrome } from '../use-chrome.ts'

addMessages(texts)

/** The story and four values (C275); what is said of support comes from the settings (C277). */
export function AboutPage() {
  const t = useText('about')
  const { siteTitle, supportClaim, businessHours } = useChrome()
  const values = [
    { Icon: Users, title: t('values.teamTitle'), text: t('values.teamText') },
    { Icon: Tag, title: t('values.pricesTitle'), text: t('values.pricesText') },
    { Icon: Globe, title: t('values.reachTitle'), text: t('values.reachText') },
    {
      Icon: Headset,
      title: supportClaim || t('values.supportTitle'),
      text: t('values.supportText', { hours: businessHours }),
    },
  ]
  return (
    <div className="wide max-w-5xl py-10">
      <PageHead title={t('title', { site: siteTitle })} description={t('intro')} canonical="/about" />
      <div className="grid items-center gap-8 md:grid-cols-2">
        <div>
          <h1>{t('title', { site: siteTitle })}</h1>
          <p className="mt-4 text-lg text-ink-2">{t('intro')}</p>
          <p className="mt-4 text-ink-2">{t('story')}</p>
          <p className="mt-6">
            <ShopLink href="/tours" className={buttonClass()}>
              {t('browse')}
            </ShopLink>
          </p>
        </div>
        <span className="block overflow-clip rounded-lg">
          <ShopPicture image="marina-1" alt="" sizes="(min-width: 768px) 50vw, 100vw" priority />
        </span>
      </div>
      <h2 className="mt-14">{t('valuesTitle')}</h2>
      <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {values.map(({ Icon, title, text }) => (
          <li key={title} className="border-t-2 border-gold pt-4">
            <Icon aria-hidden="true" className="size-6 text-gold-ink" />
            <h3 className="mt-3">{title}</h3>
            <p className="mt-1 text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
