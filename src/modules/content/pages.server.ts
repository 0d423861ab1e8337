import type { Language } from '../../kernel/language.ts'
import { markedHtml, questionsOf } from '../../kernel/marked-text.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Reader } from '../../kernel/translations.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation, remember } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { readerOf, readLanguages } from '../settings/index.server.ts'
import type { EditedPage, Page, SavePageInput } from './contract.ts'
import { defaultPages, defaultPagesIn } from './default-pages.server.ts'
import { text } from './text.ts'
import type { ShownTexts } from './translations/rules.ts'
import { readShow } from './translations/stored.server.ts'
import { textsOfPage } from './translations/texts.server.ts'
import './tables.server.ts'

/** Each route of an agency page has a default text. */
export const pageSlugs: readonly string[] = defaultPages.map(({ slug }) => slug)
const tags = ['content']

/** The stored pages, and the defaults of the others in the language that the agency writes in. One statement. */
export async function readPages(core: Core): Promise<EditedPage[]> {
  const [{ first }, rows] = await Promise.all([readLanguages(core), core.db.selectFrom('pages').selectAll().execute()])
  const stored = new Map(rows.map((row) => [row.slug, row]))
  return defaultPagesIn(first).map((defaultPage) => {
    const row = stored.get(defaultPage.slug)
    if (!row) return { ...defaultPage, seo_title: null, version: 0, updated_at: null, isDefault: true }
    const { slug, title, body, seo_title, seo_description, version } = row
    const isDefault = [defaultPage, ...defaultPages].some((each) => each.slug === slug && each.body === body)
    return {
      slug,
      title,
      body,
      seo_title,
      seo_description,
      version,
      updated_at: row.updated_at.toISOString(),
      isDefault,
    }
  })
}

const rememberPages = (core: Core): Promise<EditedPage[]> =>
  remember(core, 'pages', [...tags, 'settings'], () => readPages(core))

/** Two statements at most, or none from the cache. Refuses 'content/not-found'. */
export async function getPage(core: Core, slug: string, language: Language): Promise<Page> {
  const reader = await readerOf(core, language)
  const [pages, show] = await Promise.all([rememberPages(core), readShow(core, reader)])
  const page = pages.find((each) => each.slug === slug)
  if (!page) throw new Refusal('content/not-found')
  return viewPage(page, show({ subject: 'page', id: slug }, textsOfPage(page, reader?.original ?? language)))
}

function viewPage({ slug, updated_at: updatedAt }: EditedPage, { values, languages = {} }: ShownTexts): Page {
  const { title = '', body = '', seo_title = '', seo_description = '' } = values
  const { title: untitled, body: unwritten } = languages
  return {
    ...{ slug, title, updatedAt },
    bodyHtml: markedHtml(body),
    questions: questionsOf(body),
    // Without one, search engines get the translated title.
    seoTitle: languages.seo_title && !untitled ? null : seo_title || null,
    seoDescription: languages.seo_description && !unwritten ? null : seo_description || null,
    ...((untitled ?? unwritten) && {
      languages: { ...(untitled && { title: untitled }), ...(unwritten && { body: unwritten }) },
    }),
  }
}

/** Of every page, what a reader finds on it. As many statements as `getPage`. */
export async function readPageWords(core: Core, reader: Reader | null, original: Language) {
  const [pages, show] = await Promise.all([rememberPages(core), readShow(core, reader)])
  return pages.map((page) => {
    const { values, languages } = show({ subject: 'page', id: page.slug }, textsOfPage(page, original))
    const { title = '', body } = values
    return { slug: page.slug, title, lang: languages?.title, words: [page.title, page.body, title, body] }
  })
}

/** All pages for the editor. One statement. */
export const listPages = async (core: Core): Promise<{ items: EditedPage[] }> => ({ items: await readPages(core) })

/**
 * Saves a page over the edited version (0: not stored yet). Refuses 'content/not-found',
 * 'content/invalid' with field errors, 'content/version-conflict'.
 */
export async function savePage(core: Core, caller: Caller, input: SavePageInput): Promise<EditedPage> {
  const before = (await readPages(core)).find(({ slug }) => slug === input.slug)
  if (!before) throw new Refusal('content/not-found')
  const errors = (['title', 'body'] as const).flatMap((path) =>
    input[path] === '' ? [{ path, message: text(`page.${path}`) }] : [],
  )
  if (errors.length > 0) throw new Refusal('content/invalid', {}, errors)
  const { slug, version, title, body } = input
  const values = {
    title,
    body,
    seo_title: input.seo_title || null,
    seo_description: input.seo_description || null,
    updated_at: core.clock(),
  }
  await core.db.transaction().execute(async (trx) => {
    const isSaved = await writePage(trx, { slug, version }, values)
    if (!isSaved) throw new Refusal('content/version-conflict')
    const after = { title, body, seo_title: values.seo_title, seo_description: values.seo_description }
    const was = {
      title: before.title,
      body: before.body,
      seo_title: before.seo_title,
      seo_description: before.seo_description,
    }
    await writeAudit(
      trx,
      caller,
      { action: 'page.saved', subjectType: 'page', subjectId: slug, before: was, after },
      core.clock(),
    )
    await publishInvalidation(trx, tags)
  })
  dropHere(core, tags)
  const saved = (await readPages(core)).find((each) => each.slug === slug)
  if (!saved) throw new Refusal('content/not-found')
  return saved
}

type PageValues = Pick<EditedPage, 'title' | 'body' | 'seo_title' | 'seo_description'> & { readonly updated_at: Date }

/** False when the stored page has another version. */
async function writePage(
  trx: Trx,
  { slug, version }: Pick<SavePageInput, 'slug' | 'version'>,
  values: PageValues,
): Promise<boolean> {
  const saved =
    version === 0
      ? await trx
          .insertInto('pages')
          .values({ slug, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('slug')
          .executeTakeFirst()
      : await trx
          .updateTable('pages')
          .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
          .where('slug', '=', slug)
          .where('version', '=', version)
          .returning('slug')
          .executeTakeFirst()
  return saved !== undefined
}
