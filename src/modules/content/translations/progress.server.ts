import type { Language } from '../../../kernel/language.ts'
import { type AgencyText, notTranslated, type Progress } from '../../../kernel/translations.ts'
import { progressIn, viewFields } from '../../../platform/translated-fields.server.ts'
import { readTargets } from '../../settings/index.server.ts'
import type { listMenuItems } from '../menu-items.server.ts'
import type { listPages } from '../pages.server.ts'
import type { listSliders } from '../sliders.server.ts'
import { menuTexts, type Subject } from './rules.ts'
import type { SubjectDeps } from './subjects.server.ts'
import { ownNamesIn, textsOfPage, textsOfSlider } from './texts.server.ts'

type Each = { readonly id: string; readonly texts: (original: Language) => readonly AgencyText[] }
type ProgressById = Record<string, { language: Language; progress: Progress }[]>

/** The progress of each translation, by id and language. Always one statement. */
async function progressById(deps: SubjectDeps, subject: Subject, all: readonly Each[]): Promise<ProgressById> {
  const [targets, rows] = await Promise.all([
    readTargets(deps),
    deps.db
      .selectFrom('content_translations')
      .select(['subject_id', 'language', 'version', 'texts', 'sources'])
      .where('subject', '=', subject)
      .execute(),
  ])
  const stored = new Map(rows.map((row) => [`${row.subject_id} ${row.language}`, row]))
  const progress = ({ id, texts }: Each) =>
    targets.map(({ language, original }) => {
      const fields = viewFields(texts(original), {
        language,
        stored: stored.get(`${id} ${language}`) ?? notTranslated,
      })
      return { language, progress: progressIn(fields) }
    })
  return Object.fromEntries(all.map((each) => [each.id, progress(each)]))
}

type Listed<List extends (...args: never) => unknown> = Awaited<ReturnType<List>>

export async function withPageProgress(deps: SubjectDeps, { items }: Listed<typeof listPages>) {
  const pages = items.map((page) => ({ id: page.slug, texts: (original: Language) => textsOfPage(page, original) }))
  return { items, translations: await progressById(deps, 'page', pages) }
}

export async function withSliderProgress(deps: SubjectDeps, { items }: Listed<typeof listSliders>) {
  const sliders = items.map((slider) => ({
    id: slider.id,
    texts: (original: Language) => textsOfSlider(slider, original),
  }))
  return { items, translations: await progressById(deps, 'slider', sliders) }
}

export async function withMenuProgress(deps: SubjectDeps, { items }: Listed<typeof listMenuItems>) {
  const entries = items.map((item) => ({
    id: item.id,
    texts: (original: Language) => menuTexts(item, ownNamesIn(deps, original)),
  }))
  return { items, translations: await progressById(deps, 'menu-item', entries) }
}
