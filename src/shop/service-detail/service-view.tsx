import { Suspense } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { useSay } from '../../ui/say.tsx'
import { PageHead } from '../head/page-head.tsx'
import { BreadcrumbData, ServiceData } from '../head/structured-data.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { useKind } from '../routing/page.ts'
import { ReviewsSlot } from '../service-reviews/reviews-part.tsx'
import { BookingCard } from './booking-card.tsx'
import { Media } from './media.tsx'
import { offerView } from './offer-part.ts'
import { ServiceHead } from './service-head.tsx'
import { ServiceTabs } from './service-tabs.tsx'

/** Gallery, facts, trust, booking card, panels: in this order on phones. On wide screens the card is sticky. */
export function ServiceView({ service }: { service: ServiceDetail }) {
  const offer = kindShop(service.kind)?.offer
  const OfferView = offerView()
  if (offer && OfferView)
    return (
      <>
        <ServiceMeta service={service} />
        <OfferView service={service} offer={offer} />
      </>
    )
  return (
    <>
      <ServiceMeta service={service} />
      <article className="wide grid gap-x-10 gap-y-8 pb-6 lg:grid-cols-[minmax(0,1fr)_25.5rem] lg:grid-rows-[auto_1fr] lg:pt-6">
        <div className="min-w-0">
          <div className="-mx-4 md:mx-0 md:mt-6 lg:mt-0">
            <Media service={service} />
          </div>
          <ServiceHead service={service} />
        </div>
        {/* Sticky by its bottom edge, so that scrolling reaches the button of a form taller than the window. */}
        <aside data-later="" className="flex min-w-0 flex-col justify-end [--guess:56rem] lg:row-span-2">
          <div className="lg:sticky lg:bottom-4 lg:min-h-[calc(100dvh-6rem)]">
            <BookingCard service={service} />
          </div>
        </aside>
        <div data-later="" className="min-w-0">
          <Suspense>
            <ServiceTabs service={service} />
          </Suspense>
          <ReviewsSlot service={service} />
        </div>
      </article>
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
