import type { Selectable } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { allTemplates } from './default-templates.server.ts'
import { layout } from './layout.ts'
import { fillHtml, fillSubject, templateErrors } from './rules.ts'
import { sampleValues } from './samples.server.ts'
import type { TemplateView } from './settings-contract.ts'
import { isOwnersTemplate, templatesTag, variablesOf } from './templates.ts'
import { textPartOf } from './text-part.server.ts'

type Row = Selectable<Tables['mail_templates']>
type Draft = { readonly template_name: string; readonly subject: string; readonly html_body: string }

const defaultOf = (name: string) => allTemplates.find((template) => template.name === name)
function viewOf(row: Row): TemplateView {
  const standard = defaultOf(row.template_name)
  return {
    template_name: row.template_name,
    subject: row.subject,
    html_body: row.html_body,
    is_active: row.is_active,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    variables: [...variablesOf(row.template_name)],
    isDefault: standard?.subject === row.subject && standard.body === row.html_body,
    isForOwners: isOwnersTemplate(row.template_name),
  }
}

/** All templates in the order of templates.ts: those for customers first. */
export async function listTemplates(core: Core): Promise<TemplateView[]> {
  const rows = await core.db.selectFrom('mail_templates').selectAll().execute()
  const place = (row: Row) => allTemplates.findIndex((template) => template.name === row.template_name)
  return rows
    .filter((row) => place(row) >= 0)
    .sort((a, b) => place(a) - place(b))
    .map(viewOf)
}

/**
 * Refuses 'mail/owners-template', 'mail/unknown-template', 'mail/template-changed', and 'mail/template-invalid' with
 * fields, such as for unknown placeholders (D28).
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

/** Restores the default subject and body; the switch stays. Refuses the same as saveTemplate. */
export async function resetTemplate(
  core: Core,
  caller: Caller,
  edited: { readonly template_name: string; readonly version: number },
): Promise<TemplateView> {
  const standard = defaultOf(edited.template_name)
  if (!standard) throw new Refusal('mail/unknown-template')
  return change(core, caller, 'mail-template.reset', edited, { subject: standard.subject, html_body: standard.body })
}

async function change(
  core: Core,
  caller: Caller,
  action: string,
  { template_name, version }: { readonly template_name: string; readonly version: number },
  words: Partial<Pick<Row, 'subject' | 'html_body' | 'is_active'>>,
): Promise<TemplateView> {
  if (isOwnersTemplate(template_name) && !mayEnter(caller.role, 'staff')) throw new Refusal('mail/owners-template')
  const view = await core.db.transaction().execute(async (trx) => {
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
  dropHere(core, [templatesTag])
  return view
}

/** Renders a draft with sample values. Refuses 'mail/template-invalid'. */
export function previewTemplate(draft: Draft): { subject: string; html: string; text: string } {
  const errors = templateErrors(draft)
  if (errors.length > 0) throw new Refusal('mail/template-invalid', {}, errors)
  const html = fillHtml(layout(draft.html_body), sampleValues)
  return { subject: fillSubject(draft.subject, sampleValues), html, text: textPartOf(html) }
}
