import type { KindShop } from '../kind.ts'
import { includedPanel, overviewPanel, policiesPanel, promised } from '../shared/content-panels.tsx'
import { known } from '../shared/panels.tsx'
import { strings } from './strings.ts'

export const shop = {
  formLabels: strings.form,
  facts: ({ details }) => known([details.instant_delivery === true && strings.instantDelivery, ...promised(details)]),
  panels: ({ details }) => [overviewPanel(details), includedPanel(details), policiesPanel(details)],
} satisfies KindShop
