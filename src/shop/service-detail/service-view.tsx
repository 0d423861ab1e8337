import { Suspense } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { useSay } from '../../ui/say.tsx'
import { PageHead } from '../head/page-head.tsx'
import { BreadcrumbData, ServiceData } from '../head/structured-data.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { useKind } from '../routing/page.ts'
import { ReviewsSlot } from '../service-reviews/reviews-part.tsx'
import { BookingCard } from './booking-card.tsx'
import { GoodToKnow, SimilarItems } from './late-parts.tsx'
import { Media } from './media.tsx'
import { offerView } from './offer-part.ts'
import { ServiceHead, ServiceIntro } from './service-head.tsx'
import { ServiceTabs } from './service-tabs.tsx'

/**
 * On phones: gallery, title and facts, trust, booking card, panels. From tablets on the title stands above the gallery;
 * on wide screens the card is beside it.
 */
export function ServiceView({ service }: { service: ServiceDetail }) {
  const offer = kindShop(service.kind)?.offer
  const OfferView = offerView()
  if (offer && OfferView)
    return (
      <>
        <ServiceMeta service={service} />
        <OfferView service={service} offer={offer} />
        <SimilarItems service={service} />
      </>
    )
  return (
    <>
      <ServiceMeta service={service} />
      <article className="wide grid grid-cols-[minmax(0,1fr)] gap-x-10 pb-6 md:pt-6 lg:grid-cols-[minmax(0,1fr)_25.5rem] lg:grid-rows-[auto_auto_auto_1fr]">
        <ServiceHead service={service} className="mt-5 md:mt-0 md:mb-5 lg:col-span-2" />
        <div className="-mx-4 max-md:order-first md:mx-0">
          <Media service={service} />
        </div>
        <ServiceIntro service={service} className="mt-4 md:mt-6" />
        {/* Sticky by its bottom edge, so that scrolling reaches the button of a form taller than the window. */}
        <aside
          data-later=""
          className="mt-8 flex min-w-0 flex-col justify-end [--guess:56rem] lg:col-start-2 lg:row-span-3 lg:row-start-2 lg:mt-0"
        >
          <div className="lg:sticky lg:bottom-4 lg:min-h-[calc(100dvh-6rem)]">
            <BookingCard service={service} />
          </div>
        </aside>
        <div data-later="" className="mt-8 min-w-0">
          <Suspense>
            <ServiceTabs service={service} />
          </Suspense>
          <GoodToKnow service={service} />
          <ReviewsSlot service={service} />
        </div>
      </article>
      <SimilarItems service={service} />
    </>
  )
}

export function ServiceMeta({ service }: { service: ServiceDetail }) {
  const say = useSay()
  const kind = useKind()
  const image = service.images[0] ?? service.featured_image
  const canonical = kind.isSingle ? kind.listHref : `/${kind.path}/${service.slug}`
  const place = { name: service.title, path: canonical }
  const list = { name: say(kind.labels.plural), path: kind.listHref }
  return (
    <>
      <PageHead
        title={service.seoTitle ?? service.title}
        isWholeTitle={service.seoTitle !== null}
        description={service.seoDescription ?? service.summary}
        canonical={canonical}
        image={image}
        type="product"
      />
      <BreadcrumbData places={kind.isSingle ? [place] : [list, place]} />
      <ServiceData service={service} canonical={canonical} image={image} />
    </>
  )
}
