import sentences from 'every-messages:languageSuggestion'
import { X } from 'lucide-react'
import { useState } from 'react'
import { wantedLanguage } from '../../kernel/accept-language.ts'
import { factsOf, type Language } from '../../kernel/language.ts'
import { Button } from '../../ui/button.tsx'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { hasChosenLanguage, rememberLanguage, useLanguageLinks } from './language-choice.ts'

/**
 * One line in the language that the visitor's browser prefers, with a link to this page in it. Nobody is redirected, and
 * cached pages are the same for everyone: the browser decides, once the page is alive. It lies over the page, so nothing
 * moves.
 */
export function LanguageSuggestion() {
  const { language: own } = useShop()
  const { languages } = useChrome()
  const [first = own] = languages
  const [isClosed, setClosed] = useState(hasChosenLanguage)
  const wanted = wantedLanguage(navigator.languages.join(','), { first, all: languages })
  if (isClosed || wanted === null || wanted === own) return null
  return (
    <Line
      language={wanted}
      onClose={() => {
        rememberLanguage(own)
        setClosed(true)
      }}
    />
  )
}

function Line({ language, onClose }: { language: Language; onClose: () => void }) {
  const link = useLanguageLinks().find((each) => each.language === language)
  const words = sentences[language]
  if (!link || !words) return null
  return (
    <aside
      lang={language}
      dir={factsOf(language).direction}
      aria-label={factsOf(language).name}
      data-language-suggestion=""
      className="pointer-events-auto mx-3 mb-2 flex items-center gap-1 rounded-md border border-line bg-surface ps-4 shadow-lift"
    >
      <a
        href={link.href}
        hrefLang={language}
        onClick={link.choose}
        className="py-3 font-semibold text-primary-strong underline underline-offset-4"
      >
        {words.read}
      </a>
      <Button variant="quiet" iconOnly aria-label={words.close} onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </aside>
  )
}
