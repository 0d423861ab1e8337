import texts from 'shop-messages:enquiry'
import type { EnquiryTopic } from '../../modules/content/index.ts'
import { ContentHead, PageText } from '../content-page/page-text.tsx'
import { useContentPage } from '../content-page/use-content-page.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import { EnquiryForm } from './enquiry-form.tsx'

addMessages(texts)

const pictures = { hotels: 'marina-2', flights: 'flight-1', guides: 'fort-1' } as const
type EnquiryPageTopic = keyof typeof pictures & EnquiryTopic
const isTopic = (slug: string): slug is EnquiryPageTopic => slug in pictures

/** Hotels, flights, guides: an agency text beside a form that asks for an offer (C285, D123). */
export function EnquiryPage() {
  const t = useText('enquiry')
  const page = useContentPage()
  const topic = isTopic(page.slug) ? page.slug : 'hotels'
  return (
    <div className="wide max-w-6xl py-8 md:py-10">
      <ContentHead page={page} />
      <span className="-mx-4 block h-44 overflow-clip md:mx-0 md:h-64 md:rounded-lg">
        <ShopPicture image={pictures[topic]} alt="" ratio="fill" sizes="(min-width: 1152px) 1152px, 100vw" priority />
      </span>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <article>
          <h1 lang={page.languages?.title}>{page.title}</h1>
          <PageText page={page} className="mt-5" />
        </article>
        <div className="lg:sticky lg:top-20">
          <EnquiryForm topic={topic} title={t('formTitle')} subject={t(`topics.${topic}`)} />
        </div>
      </div>
    </div>
  )
}
