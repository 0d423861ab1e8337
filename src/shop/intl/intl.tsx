import kindLabels from 'room-messages:services/*/labels'
import frameMessages from 'shop-messages:frame,menu,bottomNav,footer,currency,price,card,wish,loading,notFound,broken,account'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type {} from 'use-intl'
import { _createCache, _createIntlFormatters, createTranslator } from 'use-intl/core'
import type { useTranslations } from 'use-intl/react'
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
    for (const [name, messages] of Object.entries(areas)) {
      catalogue[name] = { ...catalogue[name], ...messages }
      forget(language, name)
    }
  }
}

function reportMissing(error: Error): void {
  // A missing message is a bug of ours: it fails in development and in tests, never on a visitor's page.
  if (import.meta.env.DEV) throw error
}

type Area = Readonly<Record<string, unknown>>
type Translator = ((key: string, values?: object, formats?: object) => string) & object
const all = ''
const cache = _createCache()
const formatters = _createIntlFormatters(cache)

/** No message formats a date itself: intl/dates.ts does, on the clock that the text is about. */
function makeTranslator(language: string, namespace: string): Translator {
  const messages = catalogues[language] ?? {}
  const translate = createTranslator({
    locale: factsOf(language as Language).locale,
    ...{ messages, timeZone: 'UTC', onError: reportMissing, _cache: cache, _formatters: formatters },
    ...(namespace !== all && { namespace: namespace as never }),
  }) as unknown as Translator
  const area = namespace in messages ? (messages[namespace] as Area) : {}
  const say: Translator = (key, values, formats) => {
    const text = values === undefined ? area[key] : undefined
    return typeof text === 'string' ? text : translate(key, values, formats)
  }
  return Object.assign(say, translate)
}

/** By language and namespace: a page asks for hundreds of texts. */
const translators: Record<string, Map<string, Translator>> = {}
function translatorOf(language: string, namespace: string): Translator {
  translators[language] ??= new Map()
  const known = translators[language].get(namespace) ?? makeTranslator(language, namespace)
  translators[language].set(namespace, known)
  return known
}
function forget(language: string, area: string): void {
  for (const namespace of translators[language]?.keys() ?? [])
    if (namespace.split('.')[0] === area) translators[language]?.delete(namespace)
}

addMessages(frameMessages)
addMessages(kindLabels)

const LanguageContext = createContext<Language | null>(null)

type ShopIntlProps = { language: Language; children: ReactNode }

/** All texts of the shop in the visitor's language, and references of rules and kinds against its messages. */
export function ShopIntl({ language, children }: ShopIntlProps) {
  const { locale } = factsOf(language)
  const say = useMemo(() => sayWith(translatorOf(language, all), locale), [language, locale])
  return (
    <LanguageContext value={language}>
      <LocaleProvider value={locale}>
        <SayProvider value={say}>{children}</SayProvider>
      </LocaleProvider>
    </LanguageContext>
  )
}

/** `const t = useText('list')`; then `t('results', { count })`. */
export const useText = ((namespace: string = all) => {
  const language = use(LanguageContext)
  if (!language) throw new Error('useText outside of ShopIntl')
  return translatorOf(language, namespace)
}) as typeof useTranslations
