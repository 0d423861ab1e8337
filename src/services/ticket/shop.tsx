import sharedMessages from 'room-messages:services/shared/shop'
import messages from 'room-messages:services/ticket/shop'
import type { KindShop } from '../kind.ts'
import { includedPanel, overviewPanel, policiesPanel } from '../shared/content-panels.tsx'
import { known } from '../shared/panels.tsx'
import { text } from './text.ts'

export const shop = {
  messages: [sharedMessages, messages],
  formLabels: {
    date: text('shop.form.date'),
    name: text('shop.form.name'),
    email: text('shop.form.email'),
    phone: text('shop.form.phone'),
  },
  facts: ({ details }) => known([details.instant_delivery === true && text('shop.instantDelivery')]),
  panels: ({ details }) => [overviewPanel(details), includedPanel(details), policiesPanel(details)],
} satisfies KindShop
