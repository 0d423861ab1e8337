import type { Selectable } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { layout } from './layout.ts'
import { fillHtml, fillSubject, templateErrors, textOf } from './rules.ts'
import { sampleValues } from './samples.ts'
import type { TemplateView } from './settings-contract.ts'
import { defaultTemplates, isOwnersTemplate, variablesOf } from './templates.ts'

type Row = Selectable<Tables['mail_templates']>
type Draft = { readonly template_name: string; readonly subject: string; readonly html_body: string }

const defaultOf = (name: string) => defaultTemplates.find((template) => template.name === name)
function viewOf(row: Row): TemplateView {
  const given = defaultOf(row.template_name)
  return {
    template_name: row.template_name,
    subject: row.subject,
    html_body: row.html_body,
    is_active: row.is_active,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    variables: [...variablesOf(row.template_name)],
    isDefault: given?.subject === row.subject && given.body === row.html_body,
    isForOwners: isOwnersTemplate(row.template_name),
  }
}

/** Every template of this shop, those for customers before those for the agency, as templates.ts lists them. */
export async function listTemplates(core: Core): Promise<TemplateView[]> {
  const rows = await core.db.selectFrom('mail_templates').selectAll().execute()
  const place = (row: Row) => defaultTemplates.findIndex((template) => template.name === row.template_name)
  return rows
    .filter((row) => place(row) >= 0)
    .sort((a, b) => place(a) - place(b))
    .map(viewOf)
}

/**
 * Saves a template. Refuses 'mail/owners-template', 'mail/unknown-template', 'mail/template-changed', and
 * 'mail/template-invalid' with fields, among them placeholders that are not on the list (D28).
 */
export async function saveTemplate(
  core: Core,
  caller: Caller,
  input: Draft & { readonly version: number; readonly is_active: boolean },
): Promise<TemplateView> {
  const errors = templateErrors(input)
  if (errors.length > 0) throw new Refusal('mail/template-invalid', {}, errors)
  const { template_name, version, subject, html_body, is_active } = input
  return change(core, caller, 'mail-template.saved', { template_name, version }, { subject, html_body, is_active })
}

/** Gives it back the words that the shop came with; the switch stays. Refuses as saveTemplate does. */
export async function resetTemplate(
  core: Core,
  caller: Caller,
  which: { readonly template_name: string; readonly version: number },
): Promise<TemplateView> {
  const given = defaultOf(which.template_name)
  if (!given) throw new Refusal('mail/unknown-template')
  return change(core, caller, 'mail-template.reset', which, { subject: given.subject, html_body: given.body })
}

async function change(
  core: Core,
  caller: Caller,
  action: string,
  { template_name, version }: { readonly template_name: string; readonly version: number },
  words: Partial<Pick<Row, 'subject' | 'html_body' | 'is_active'>>,
): Promise<TemplateView> {
  if (isOwnersTemplate(template_name) && !mayEnter(caller.role, 'staff')) throw new Refusal('mail/owners-template')
  return core.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('mail_templates')
      .selectAll()
      .where('template_name', '=', template_name)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('mail/unknown-template')
    if (row.version !== version) throw new Refusal('mail/template-changed')
    const now = core.clock()
    const saved = await trx
      .updateTable('mail_templates')
      .set({ ...words, version: version + 1, updated_at: now })
      .where('template_name', '=', template_name)
      .returningAll()
      .executeTakeFirstOrThrow()
    const shown = ({ subject, html_body, is_active }: Row) => ({ subject, html_body, is_active })
    const entry = { action, subjectType: 'mail-template', subjectId: template_name }
    await writeAudit(trx, caller, { ...entry, before: shown(row), after: shown(saved) }, now)
    return viewOf(saved)
  })
}

/** A draft as the mail that it would become, with made-up values. Refuses 'mail/template-invalid'. */
export function previewTemplate(draft: Draft): { subject: string; html: string; text: string } {
  const errors = templateErrors(draft)
  if (errors.length > 0) throw new Refusal('mail/template-invalid', {}, errors)
  const html = fillHtml(layout(draft.html_body), sampleValues)
  return { subject: fillSubject(draft.subject, sampleValues), html, text: textOf(html) }
}
