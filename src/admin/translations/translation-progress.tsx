import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { agencyLanguages, shortLanguageName } from '../agency-languages.ts'
import { textOf } from '../text.ts'
import { percentOf } from '../translations/percent.ts'

const t = textOf('translations')

/** How far an item is translated into each language of the shop. Nothing in a shop with one language. */
export function TranslationProgress({ row }: { row: AdminServiceRow }) {
  const { first, all } = agencyLanguages()
  const shown = all.filter((code) => code !== first)
  if (shown.length === 0) return null
  return (
    <ul
      aria-label={t('ofItem', { title: row.title })}
      className="flex flex-wrap gap-x-3 text-xs font-normal text-ink-2"
    >
      {shown.map((code) => {
        const progress = row.translations.find(({ language }) => language === code)?.progress
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
