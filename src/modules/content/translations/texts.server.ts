import { catalogueLanguage, type Language } from '../../../kernel/language.ts'
import type { AgencyText } from '../../../kernel/translations.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import type { KindRegistry } from '../../../services/loaded.server.ts'
import type { ShopSettings } from '../../settings/index.ts'
import { defaultPageTexts } from '../default-pages.server.ts'
import { type OwnName, ownNames } from '../rules/own-names.ts'
import { pageTexts, settingTexts, sliderTexts, type Voices } from './rules.ts'

const voicesOf = (original: Language): Voices =>
  [...new Set([original, catalogueLanguage])].map((language) => sayIn(language))

type Named<Texts extends (...args: never) => unknown> = Parameters<Texts>[0]
export function textsOfPage(page: Named<typeof pageTexts>, original: Language): readonly AgencyText[] {
  const defaults = defaultPageTexts.find(({ slug }) => slug === page.slug)
  return defaults ? pageTexts(page, defaults, voicesOf(original)) : []
}
export const textsOfSlider = (slider: Named<typeof sliderTexts>, original: Language): readonly AgencyText[] =>
  sliderTexts(slider, voicesOf(original))
export const textsOfSettings = (settings: ShopSettings, original: Language): readonly AgencyText[] =>
  settingTexts(settings, voicesOf(original))
/** The shop's own names of pages, in the language that the agency writes in. */
export const ownNamesIn = ({ kinds }: { readonly kinds: KindRegistry }, original: Language): OwnName =>
  ownNames(
    kinds.all.map(({ kind }) => kind),
    sayIn(original),
  )
