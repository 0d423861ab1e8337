import type { Language } from '../../../../kernel/language.ts'
import type { Text } from '../../../../kernel/messages.ts'
import { mayEnter } from '../../../../kernel/staff.ts'
import { type AgencyText, isBlank, type StoredTranslation } from '../../../../kernel/translations.ts'
import type { Caller } from '../../../../platform/core.server.ts'
import { sayIn } from '../../../../platform/messages.server.ts'
import { digestOf } from '../../../../platform/text-digest.server.ts'
import { readSettings } from '../../../settings/index.server.ts'
import { listMenuItems } from '../../menu-items.server.ts'
import { readPages } from '../../pages.server.ts'
import { listSliders } from '../../sliders.server.ts'
import { text } from '../../text.ts'
import { menuTexts, siteId } from '../rules.ts'
import type { SubjectId } from '../stored.server.ts'
import type { SubjectDeps } from '../subjects.server.ts'
import { ownNamesIn, textsOfPage, textsOfSettings, textsOfSlider } from '../texts.server.ts'

/** What a `file` of an XLIFF document holds. */
export interface FileSubject extends SubjectId {
  readonly title: Text
  readonly texts: readonly AgencyText[]
}

/** All pages, sliders, menu entries and the settings. At most four statements. */
export async function readSubjects(deps: SubjectDeps, original: Language): Promise<readonly FileSubject[]> {
  const [pages, sliders, menu, settings] = [
    await readPages(deps),
    await listSliders(deps),
    await listMenuItems(deps),
    await readSettings(deps),
  ]
  const own = ownNamesIn(deps, original)
  return [
    ...pages.map((page) => ({
      ...{ subject: 'page' as const, id: page.slug, texts: textsOfPage(page, original) },
      title: text('translationFile.page', { title: page.title }),
    })),
    ...sliders.items.map((slider) => ({
      ...{ subject: 'slider' as const, id: slider.id, texts: textsOfSlider(slider, original) },
      title: text('translationFile.slider', { title: slider.title }),
    })),
    ...menu.items.map((item) => ({
      ...{ subject: 'menu-item' as const, id: item.id, texts: menuTexts(item, own) },
      title: text('translationFile.menu', { name: item.name }),
    })),
    {
      ...{ subject: 'settings' as const, id: siteId, texts: textsOfSettings(settings, original) },
      title: text('translations.settingsTitle'),
    },
  ]
}

/** As for the pages where these texts are edited. */
export const mayTranslate = ({ role }: Caller, { subject }: SubjectId): boolean =>
  mayEnter(role, subject === 'settings' ? 'settings' : 'content')

export const fileId = ({ subject, id }: SubjectId): string => `${subject}.${id}`
export const isFileId = (id: string): boolean => /^(page|slider|menu-item|settings)\./.test(id)

/** A text in the shop's own words counts as translated by the shop, until the agency stores a translation. */
export function withOwnTexts(
  texts: readonly AgencyText[],
  stored: StoredTranslation,
  language: Language,
): StoredTranslation {
  const say = sayIn(language)
  const own = texts.flatMap(({ path, original, own: message }) =>
    message !== undefined && isBlank(stored.texts[path])
      ? [{ path, value: say(message), source: digestOf(original) }]
      : [],
  )
  return {
    version: stored.version,
    texts: { ...stored.texts, ...Object.fromEntries(own.map(({ path, value }) => [path, value])) },
    sources: { ...stored.sources, ...Object.fromEntries(own.map(({ path, source }) => [path, source])) },
  }
}
