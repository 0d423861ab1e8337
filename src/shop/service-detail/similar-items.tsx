import texts from 'shop-messages:similar'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { CardRow } from '../service-list/card-row.tsx'
import { ServiceCard } from '../service-list/service-card.tsx'

addMessages(texts)

/** Other items of the kind, as cards in one row. */
export function SimilarItems({ service }: { service: ServiceDetail }) {
  const t = useText('similar')
  if (service.similar.length === 0) return null
  return (
    <section aria-labelledby="similar" data-later="" className="wide mt-6 pb-4 [--guess:36rem] md:mt-10">
      <CardRow id="similar" title={t('title')}>
        {service.similar.map((card) => (
          <li key={card.id}>
            <ServiceCard card={card} hidesFeatured />
          </li>
        ))}
      </CardRow>
    </section>
  )
}
