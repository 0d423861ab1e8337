import kindLabels from 'room-messages:services/*/labels'
import frameMessages from 'shop-messages:frame,menu,bottomNav,footer,currency,price,card,wish,loading,notFound,broken,account'
import { type ReactNode, useMemo } from 'react'
import type {} from 'use-intl'
import { IntlProvider, useLocale, useTranslations } from 'use-intl/react'
import { factsOf, type Language } from '../../kernel/language.ts'
import { type CompiledMessages, sayWith } from '../../kernel/messages.ts'
import { LocaleProvider, SayProvider } from '../../ui/say.tsx'
import type en from '../messages/en.json'

type AllMessages = typeof en

declare module 'use-intl' {
  interface AppConfig {
    Messages: AllMessages
  }
}

/** By language, filled by the pages as they are loaded, each with its own areas. */
const catalogues: Record<string, Record<string, object>> = {}

/** A page calls this beside its imports, before anything of it is drawn. */
export function addMessages(loaded: CompiledMessages): void {
  for (const [language, areas] of Object.entries(loaded)) {
    catalogues[language] ??= {}
    const catalogue = catalogues[language]
    for (const [name, messages] of Object.entries(areas)) catalogue[name] = { ...catalogue[name], ...messages }
  }
}

addMessages(frameMessages)
addMessages(kindLabels)

function reportMissing(error: Error): void {
  // A missing message is a bug of ours: it fails in development and in tests, never on a visitor's page.
  if (import.meta.env.DEV) throw error
}

/** Resolves the references that rules and kinds carry, against the messages of the page. */
function ShopSay({ children }: { children: ReactNode }) {
  const t = useTranslations()
  const locale = useLocale()
  const say = useMemo(() => sayWith((key, values) => t(key as never, values as never), locale), [t, locale])
  return (
    <LocaleProvider value={locale}>
      <SayProvider value={say}>{children}</SayProvider>
    </LocaleProvider>
  )
}

type ShopIntlProps = { language: Language; children: ReactNode }

/** All texts of the shop in the visitor's language. */
export function ShopIntl({ language, children }: ShopIntlProps) {
  const messages = catalogues[language] as unknown as AllMessages
  // No message formats a date itself: intl/dates.ts does, on the clock that the text is about.
  // Its digits are Latin, as on the server.
  return (
    <IntlProvider locale={factsOf(language).locale} messages={messages} timeZone="UTC" onError={reportMissing}>
      <ShopSay>{children}</ShopSay>
    </IntlProvider>
  )
}

/** `const t = useText('list')`; then `t('results', { count })`. */
export const useText = useTranslations
