import type { Selectable } from 'kysely'
import { catalogueLanguage, knownLanguages, type Language, type LanguageOffer } from '../../kernel/language.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { readLanguages } from '../settings/index.server.ts'
import { allTemplates } from './default-templates.server.ts'
import { defaultWords, isDefaultText } from './render.server.ts'
import { templateErrors } from './rules.ts'
import type { TemplateView } from './settings-contract.ts'
import { htmlErrors } from './template-html.server.ts'
import { isAboutBooking, isOwnersTemplate, templatesTag, variablesOf } from './templates.ts'
import { text } from './text.ts'

type Row = Selectable<Tables['mail_templates']>
type Words = Pick<Row, 'subject' | 'html_body'>
type Draft = Words & { readonly template_name: string }
/** `version` is 0 for wording that was never edited. */
type Edited = Words & { readonly version: number; readonly updated_at: Date; readonly isDefault: boolean }

/** The language of a template's words. Refuses 'mail/template-invalid' for others than the shop knows. */
export function requireLanguage({ first }: LanguageOffer, code: string | undefined): Language {
  const language = code === undefined ? first : knownLanguages.find((known) => known === code)
  if (!language)
    throw new Refusal('mail/template-invalid', {}, [{ path: 'language', message: text('template.language') }])
  return language
}

const viewOf = (row: Row, language: Language, words: Edited): TemplateView => ({
  ...{ template_name: row.template_name, language, subject: words.subject, html_body: words.html_body },
  ...{ is_active: row.is_active, version: words.version, updated_at: words.updated_at.toISOString() },
  variables: [...variablesOf(row.template_name)],
  isDefault: words.isDefault,
  isForOwners: isOwnersTemplate(row.template_name),
  isAboutBooking: isAboutBooking(row.template_name),
})

type Stored = Words & { readonly version: number; readonly updated_at: Date }
/** What is edited: the row itself in the shop's default language, else a wording or the default text. */
function editedIn(row: Row, { language, first }: Place, wording: Stored | undefined): Edited {
  if (language === first) {
    const isDefault = isDefaultText(row)
    return { ...row, ...(isDefault && defaultWords(row.template_name, language)), isDefault }
  }
  if (wording) return { ...wording, isDefault: false }
  const words = defaultWords(row.template_name, language) ?? row
  return { ...words, version: 0, updated_at: row.updated_at, isDefault: true }
}
type Place = { readonly language: Language; readonly first: Language }
async function placeOf(core: Core, code: string | undefined): Promise<Place> {
  const offer = await readLanguages(core)
  return { language: requireLanguage(offer, code), first: offer.first }
}

/** All templates in the order of templates.ts: those for customers first. Two statements at most. */
export async function listTemplates(core: Core, code?: string): Promise<TemplateView[]> {
  const place = await placeOf(core, code)
  const [rows, wordings] = await Promise.all([
    core.db.selectFrom('mail_templates').selectAll().execute(),
    core.db.selectFrom('mail_template_wordings').selectAll().where('language', '=', place.language).execute(),
  ])
  const orderOf = (row: Row) => allTemplates.findIndex((template) => template.name === row.template_name)
  return rows
    .filter((row) => orderOf(row) >= 0)
    .sort((a, b) => orderOf(a) - orderOf(b))
    .map((row) => {
      const wording = wordings.find(({ template_name }) => template_name === row.template_name)
      return viewOf(row, place.language, editedIn(row, place, wording))
    })
}

interface Which {
  readonly template_name: string
  /** Left out: the shop's default. */
  readonly language?: string | undefined
  /** Version of the edited wording; 0 if it was never edited. */
  readonly version: number
}

/**
 * Refuses 'mail/owners-template', 'mail/unknown-template', 'mail/template-changed', and 'mail/template-invalid' with
 * fields, such as for unknown placeholders (D28) or HTML that is not allowed.
 */
export async function saveTemplate(
  core: Core,
  caller: Caller,
  input: Draft & Which & { readonly is_active: boolean },
): Promise<TemplateView> {
  requireValid(input)
  const { subject, html_body, is_active } = input
  return change(core, caller, input, { action: 'mail-template.saved', words: { subject, html_body }, is_active })
}

/** Restores the default subject and body; the switch stays. Refuses the same as saveTemplate. */
export const resetTemplate = (core: Core, caller: Caller, edited: Which): Promise<TemplateView> =>
  change(core, caller, edited, { action: 'mail-template.reset', words: null })

/** Null: the default text. */
type Change = { readonly action: string; readonly words: Words | null; readonly is_active?: boolean }
async function change(core: Core, caller: Caller, which: Which, { action, words, is_active }: Change) {
  const { template_name, version } = which
  const place = await placeOf(core, which.language)
  if (isOwnersTemplate(template_name) && !mayEnter(caller.role, 'staff')) throw new Refusal('mail/owners-template')
  const view = await core.db.transaction().execute(async (trx) => {
    const row = await lockTemplate(trx, template_name)
    const before = editedIn(row, place, await findWording(trx, template_name, place))
    if (before.version !== version) throw new Refusal('mail/template-changed')
    const now = core.clock()
    const after = await store(trx, { row, place, words, is_active: is_active ?? row.is_active, version, now })
    const { language } = place
    const isOther = language !== place.first
    const shown = ({ subject, html_body }: Words, of: Row) => ({
      ...{ subject, html_body, is_active: of.is_active, ...(isOther && { language }) },
    })
    const entry = { action, subjectType: 'mail-template', subjectId: template_name }
    await writeAudit(trx, caller, { ...entry, before: shown(before, row), after: shown(after.words, after.row) }, now)
    return viewOf(after.row, language, after.words)
  })
  dropHere(core, [templatesTag])
  return view
}

async function lockTemplate(trx: Trx, name: string): Promise<Row> {
  const query = trx.selectFrom('mail_templates').selectAll().where('template_name', '=', name)
  const row = await query.forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('mail/unknown-template')
  return row
}
const findWording = (q: Queryable, name: string, { language }: Place): Promise<Stored | undefined> =>
  q
    .selectFrom('mail_template_wordings')
    .selectAll()
    .where('template_name', '=', name)
    .where('language', '=', language)
    .executeTakeFirst()

type Storing = {
  readonly row: Row
  readonly place: Place
  readonly words: Words | null
  readonly is_active: boolean
  readonly version: number
  readonly now: Date
}
/** The template's row is locked. */
async function store(trx: Trx, storing: Storing): Promise<{ row: Row; words: Edited }> {
  const { row, place, is_active, now } = storing
  const own = place.language === place.first
  const standard = defaultWords(row.template_name, catalogueLanguage)
  if (!standard) throw new Refusal('mail/unknown-template')
  const values = own
    ? { ...(storing.words ?? standard), is_active, version: row.version + 1, updated_at: now }
    : { is_active, last_wording: Math.max(row.last_wording, storing.version) + 1 }
  const saved = await trx
    .updateTable('mail_templates')
    .set(values)
    .where('template_name', '=', row.template_name)
    .returningAll()
    .executeTakeFirstOrThrow()
  const wording = own ? undefined : await storeWording(trx, storing, saved.last_wording)
  return { row: saved, words: editedIn(saved, place, wording) }
}

async function storeWording(
  trx: Trx,
  { row, place, words, now }: Storing,
  version: number,
): Promise<Stored | undefined> {
  const key = { template_name: row.template_name, language: place.language }
  if (words === null) {
    await trx
      .deleteFrom('mail_template_wordings')
      .where('template_name', '=', key.template_name)
      .where('language', '=', key.language)
      .execute()
    return undefined
  }
  const columns = { subject: words.subject, html_body: words.html_body, version, updated_at: now }
  return trx
    .insertInto('mail_template_wordings')
    .values({ ...key, ...columns })
    .onConflict((conflict) => conflict.columns(['template_name', 'language']).doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Refuses 'mail/unknown-template', and 'mail/template-invalid' with fields. */
export function requireValid(draft: Draft): void {
  if (!defaultWords(draft.template_name, catalogueLanguage)) throw new Refusal('mail/unknown-template')
  const errors = [...templateErrors(draft), ...htmlErrors(draft.html_body)]
  const first = errors.filter(({ path }, at) => errors.findIndex((each) => each.path === path) === at)
  if (first.length > 0) throw new Refusal('mail/template-invalid', {}, first)
}
