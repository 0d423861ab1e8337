import texts from 'shop-messages:about'
import { Globe, Headset, type LucideIcon, Tag, Users } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { ContentHead, PageText } from '../content-page/page-text.tsx'
import { useContentPage } from '../content-page/use-content-page.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import { ShopLink } from '../routing/link.tsx'

addMessages(texts)

type Value = { Icon: LucideIcon; title: string; text: string; lang?: string | undefined; textLang?: string | undefined }

/** The agency's story and four values (C275). Support hours come from the settings (C277). */
export function AboutPage() {
  const t = useText('about')
  const { supportClaim, businessHours, lang } = useChrome()
  const page = useContentPage()
  const values: readonly Value[] = [
    { Icon: Users, title: t('values.teamTitle'), text: t('values.teamText') },
    { Icon: Tag, title: t('values.pricesTitle'), text: t('values.pricesText') },
    { Icon: Globe, title: t('values.reachTitle'), text: t('values.reachText') },
    ...(businessHours
      ? [
          {
            Icon: Headset,
            title: supportClaim || t('values.supportTitle'),
            lang: lang?.supportClaim,
            // Hours in another language are no part of a sentence.
            text: lang?.businessHours ? businessHours : t('values.supportText', { hours: businessHours }),
            textLang: lang?.businessHours,
          },
        ]
      : []),
  ]
  return (
    <div className="wide max-w-5xl py-10">
      <ContentHead page={page} />
      <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1fr)_24rem]">
        <div>
          <h1 lang={page.languages?.title}>{page.title}</h1>
          <PageText page={page} className="mt-4" />
          <p className="mt-6">
            <ShopLink href="/tours" className={buttonClass()}>
              {t('browse')}
            </ShopLink>
          </p>
        </div>
        <span className="block overflow-clip rounded-lg md:sticky md:top-20">
          <ShopPicture image="marina-1" alt="" ratio="1-1" sizes="(min-width: 768px) 24rem, 100vw" priority />
        </span>
      </div>
      <h2 className="mt-14">{t('valuesTitle')}</h2>
      <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {values.map(({ Icon, title, text, lang, textLang }) => (
          <li key={title} className="border-t-2 border-gold pt-4">
            <Icon aria-hidden="true" className="size-6 text-gold-ink" />
            <h3 className="mt-3" lang={lang}>
              {title}
            </h3>
            <p className="mt-1 text-ink-2" lang={textLang}>
              {text}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
