import { useLocation } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Language } from '../../kernel/language.ts'
import { addressIn } from '../../kernel/language-address.ts'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useSession } from '../client/use-session.ts'

/** Which language the visitor has chosen, or whose suggestion they have closed. Only the browser reads it. */
const cookie = 'safar_language'
const year = 31_536_000

export const hasChosenLanguage = (): boolean => document.cookie.split('; ').some((one) => one.startsWith(`${cookie}=`))
export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
  document.cookie = `${cookie}=${language}; Path=/; Max-Age=${year}; SameSite=Lax`
}

interface LanguageLink {
  readonly language: Language
  readonly href: string
  /** Remembers the choice in the cookie, and in the account of a signed-in customer. */
  readonly choose: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** This page in each language that the shop offers. Another language is another document. */
export function useLanguageLinks(): readonly LanguageLink[] {
  const { api } = useShop()
  const { languages } = useChrome()
  const { user } = useSession()
  const { href: path } = useLocation()
  const [first] = languages
  if (!first) return []
  return languages.map((language) => {
    const href = addressIn(language, { first, all: languages }, path)
    const choose = (event: MouseEvent<HTMLAnchorElement>) => {
      rememberLanguage(language)
      if (!user || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const go = () => location.assign(href)
      // Without the account's copy the page still opens in the language.
      api.account.saveProfile({ language }).then(go, go)
    }
    return { language, href, choose }
  })
}
