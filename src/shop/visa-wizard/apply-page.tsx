import texts from 'shop-messages:visaCard'
import { useId } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { Card } from '../../ui/card.tsx'
import { NoScript } from '../form/no-script.tsx'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { useStepInAddress } from './use-step-in-address.ts'
import { Wizard } from './wizard.tsx'

addMessages(texts)

/** /booking?type=visa: the wizard as a page of its own (D87). */
export function ApplyPage({ service }: { service: ServiceDetail }) {
  const t = useText('visaCard')
  const id = useId()
  const { step, onStep, addressOf } = useStepInAddress()
  return (
    <div className="wide max-w-3xl py-8">
      <PageHead title={service.title} description={service.summary} canonical={`/visas/${service.slug}`} />
      <h1 className="mb-6" lang={service.languages?.title}>
        {service.title}
      </h1>
      <Card as="section" aria-labelledby={id}>
        <div className="card-body">
          <h2 id={id} className="mb-4">
            {t('applyTitle')}
          </h2>
          <NoScript isBooking />
          <Wizard service={service} wanted={step ?? 'selection'} onStep={onStep} hrefOf={addressOf} />
        </div>
      </Card>
    </div>
  )
}
