import type { KindShop } from '../kind.ts'
import { About, known, Points, Policies, panel, Ticks } from '../shared/panels.tsx'
import { strings } from './strings.ts'

export const shop = {
  formLabels: strings.form,
  facts: ({ details }) =>
    known([
      details.instant_delivery === true && strings.instantDelivery,
      details.instant_confirmation === true && strings.instant,
      details.free_cancellation === true && strings.freeCancellation,
    ]),
  panels: ({ details }) => [
    panel(
      'overview',
      strings.overview,
      <>
        <About details={details} />
        <Ticks title={strings.highlights} items={details.highlights} />
      </>,
    ),
    panel(
      'included',
      strings.included,
      <>
        <Ticks items={details.whats_included} />
        <Points title={strings.notIncluded} items={details.exclusions} />
      </>,
    ),
    panel(
      'cancellation',
      strings.cancellation,
      <Policies policy={details.cancellation_policy} terms={details.terms_conditions} none={strings.noPolicy} />,
    ),
  ],
} satisfies KindShop
