import { type LanguageSettings, languagesOf, type ShopSettings } from './rules.ts'

/** By language: the agency's name where it is not that of the setting `site_title`. */
type SiteNames = { readonly site_names: Readonly<Record<string, string>> }
export type NamedSettings = ShopSettings & SiteNames

type Naming = SiteNames & LanguageSettings & Pick<ShopSettings, 'site_title'>
/** The agency's name for somebody who reads this language. */
export const siteNameIn = (settings: Naming, language: string): string =>
  (language !== languagesOf(settings).first && settings.site_names[language]) || settings.site_title
