import frameMessages from 'shop-messages:frame,menu,menuDescriptions,bottomNav,footer,currency,price,card,loading,maintenance,notFound,account'
import type { ReactNode } from 'react'
import type {} from 'use-intl'
import { IntlProvider, useTranslations } from 'use-intl/react'
import { agencyTimeZone } from '../kernel/dates.ts'
import type en from './messages/en.json'

type AllMessages = typeof en

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en'
    Messages: AllMessages
  }
}

/** Filled by the pages as they are loaded, each with its own areas. */
const messages = { ...frameMessages } as AllMessages

/** A page calls this beside its imports, before anything of it is drawn. */
export function addMessages(areas: Partial<AllMessages>): void {
  Object.assign(messages, areas)
}

function reportMissing(error: Error): void {
  // A text that is missing is a mistake of ours: seen in development and by every test, never by a visitor's page.
  if (import.meta.env.DEV) throw error
}

/** All texts of the shop in the visitor's language (English is the only one yet). */
export function ShopIntl({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={messages} timeZone={agencyTimeZone} onError={reportMissing}>
      {children}
    </IntlProvider>
  )
}

/** `const t = useText('list')`; then `t('results', { count })`. */
export const useText = useTranslations
