import type { Translated } from '../../kernel/translation-contract.ts'
import type { Progress } from '../../kernel/translations.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('translations')

type Saved = Pick<Translated, 'version'> & {
  readonly fields: { readonly path: string; readonly source: string; readonly value: unknown }[]
}
/** Whose texts are translated: where they are read and saved. */
export interface TextSource {
  /** Among the queries of the back office. */
  readonly key: string
  readonly title: string
  readonly languages: () => Promise<{ items: { language: string; progress: Progress }[] }>
  readonly get: (language: string) => Promise<Translated>
  readonly save: (language: string, saved: Saved) => Promise<Translated>
}

export function itemTexts({ id, title }: { readonly id: string; readonly title: string }): TextSource {
  const { translations } = api.catalogue.admin
  return {
    ...{ key: `item ${id}`, title: t('title', { title }) },
    languages: () => translations.languages({ id }),
    get: (language) => translations.get({ id, language }),
    save: (language, saved) => translations.save({ id, language, ...saved }),
  }
}

type ContentSubject = { readonly subject: 'page' | 'slider' | 'menu-item'; readonly id: string; readonly title: string }
export function contentTexts({ subject, id, title }: ContentSubject): TextSource {
  const { translations } = api.content.admin
  return {
    ...{ key: `${subject} ${id}`, title: t('title', { title }) },
    languages: () => translations.languages({ subject, id }),
    get: (language) => translations.get({ subject, id, language }),
    save: (language, saved) => translations.save({ subject, id, language, ...saved }),
  }
}

export function gatewayTexts({ name, label }: { readonly name: string; readonly label: string }): TextSource {
  const { gatewayTranslations } = api.payment.admin
  return {
    ...{ key: `gateway ${name}`, title: t('title', { title: label }) },
    languages: () => gatewayTranslations.languages({ name }),
    get: (language) => gatewayTranslations.get({ name, language }),
    save: (language, saved) => gatewayTranslations.save({ name, language, ...saved }),
  }
}

export function settingTexts(): TextSource {
  const { settingTranslations } = api.content.admin
  return {
    ...{ key: 'settings', title: t('settingsTitle') },
    languages: () => settingTranslations.languages(),
    get: (language) => settingTranslations.get({ language }),
    save: (language, saved) => settingTranslations.save({ language, ...saved }),
  }
}
