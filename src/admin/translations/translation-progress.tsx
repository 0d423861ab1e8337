import type { Progress } from '../../kernel/translations.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { agencyLanguages, shortLanguageName } from '../agency-languages.ts'
import { textOf } from '../text.ts'
import { percentOf } from './percent.ts'

const t = textOf('translations')

type Props = {
  title: string
  /** By language; null: not counted yet. */
  translations: readonly { language: string; progress: Progress | null }[] | undefined
}

/** Whether nothing is missing or outdated in any language of the shop. */
export function isTranslated(translations: Props['translations'] = []): boolean {
  const { first, all } = agencyLanguages()
  const others = translations.filter(
    ({ language }) => language !== first && (all as readonly string[]).includes(language),
  )
  return others.every(({ progress }) => progress && percentOf(progress) === 100)
}

/** How far something is translated into each language of the shop. Nothing in a shop with one language. */
export function TranslationProgress({ title, translations = [] }: Props) {
  const { first, all } = agencyLanguages()
  const shown = all.filter((code) => code !== first)
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('ofItem', { title })} className="flex flex-wrap gap-x-3 text-xs font-normal text-ink-2">
      {shown.map((code) => {
        const progress = translations.find(({ language }) => language === code)?.progress
        return (
          <li
            key={code}
            className={joinClasses('whitespace-nowrap', progress && percentOf(progress) === 100 && 'text-success')}
          >
            {progress
              ? t('choice', { language: shortLanguageName(code), percent: percentOf(progress) })
              : t('counting', { language: shortLanguageName(code) })}
          </li>
        )
      })}
    </ul>
  )
}
