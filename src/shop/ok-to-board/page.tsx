import texts from 'shop-messages:okToBoard,detail,booking,checkout,lines,missing'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { kindRules } from '../routing/kind-parts.ts'
import { usePage } from '../routing/page.ts'
import { GoodToKnow } from '../service-detail/late-parts.tsx'
import { MissingService } from '../service-detail/missing-service.tsx'
import { ServiceTabs } from '../service-detail/service-tabs.tsx'
import { ServiceMeta } from '../service-detail/service-view.tsx'
import { useService } from '../service-detail/use-service.ts'
import { ReviewsSlot } from '../service-reviews/reviews-part.tsx'
import { ClearanceForm } from './clearance-form.tsx'
import { FeatureCards } from './feature-cards.tsx'
import { ClearanceHero } from './hero.tsx'
import { WhyChoose } from './why-choose.tsx'

addMessages(texts)

/** The page of a kind with one active item, including its form (C135-C142). */
export function OkToBoardPage() {
  const { isMissing } = usePage()
  return isMissing ? <MissingService /> : <LoadedService />
}

function LoadedService() {
  const service = useService()
  return service ? <Clearance service={service} /> : null
}

function Clearance({ service }: { service: ServiceDetail }) {
  const t = useText('okToBoard')
  const rules = kindRules(service.kind)
  return (
    <>
      <ServiceMeta service={service} />
      <ClearanceHero service={service} />
      <FeatureCards service={service} />
      {rules ? <ClearanceForm key={service.id} service={service} rules={rules} /> : null}
      <section aria-labelledby="about-service" data-later="" className="wide mt-14">
        <h2 id="about-service" className="mb-4">
          {t('aboutTitle')}
        </h2>
        <ServiceTabs service={service} />
        <GoodToKnow service={service} />
        <ReviewsSlot service={service} />
      </section>
      <WhyChoose />
    </>
  )
}
