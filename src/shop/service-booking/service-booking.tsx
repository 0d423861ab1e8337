import { ArrowLeft, MapPin } from 'lucide-react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { ServiceKind } from '../../services/kind.ts'
import { useSay } from '../../ui/say.tsx'
import { secondStep } from '../booking-form/second-step.ts'
import { CheckoutSteps } from '../booking-view/checkout-steps.tsx'
import { PageHead } from '../head/page-head.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { BookingCard } from '../service-detail/booking-card.tsx'
import { Media } from '../service-detail/media.tsx'
import { ServiceTabs } from '../service-detail/service-tabs.tsx'

/** The booking page of one item: back link, item, form (C041-C050). */
export function ServiceBooking({ service, kind }: { service: ServiceDetail; kind: ServiceKind }) {
  const say = useSay()
  const t = useText('booking')
  return (
    <>
      <PageHead title={service.title} description={service.summary} canonical={`/${kind.path}/${service.slug}`} />
      <div className="sticky top-16 z-30 border-b border-line bg-bg/95 backdrop-blur-sm">
        <div className="wide">
          <ShopLink
            href={kind.listHref}
            className="inline-flex min-h-12 items-center gap-2 font-medium text-primary-strong hover:underline"
          >
            <ArrowLeft aria-hidden="true" className="mirror size-4.5" />
            {t('backTo', { kind: say(kind.labels.plural) })}
          </ShopLink>
        </div>
      </div>
      <article className="wide grid gap-x-10 gap-y-8 py-6 lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_auto_1fr]">
        <header className="lg:col-span-2">
          <CheckoutSteps current="details" className="mb-3" />
          <h1 lang={service.languages?.title}>{service.title}</h1>
          {service.location ? (
            <p className="mt-2 flex items-center gap-1.5 text-ink-2">
              <MapPin aria-hidden="true" className="size-4.5" />
              <bdi lang={service.languages?.location}>{service.location}</bdi>
            </p>
          ) : null}
        </header>
        <div className="-mx-4 min-w-0 md:mx-0">
          <Media service={service} />
        </div>
        <aside className="min-w-0 lg:row-span-2">
          <BookingCard service={service} secondStep={secondStep} />
        </aside>
        <ServiceTabs service={service} />
      </article>
    </>
  )
}
