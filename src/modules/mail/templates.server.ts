import type { Selectable } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { allTemplates } from './default-templates.server.ts'
import { templateErrors } from './rules.ts'
import type { TemplateView } from './settings-contract.ts'
import { htmlErrors } from './template-html.server.ts'
import { isAboutBooking, isOwnersTemplate, templatesTag, variablesOf } from './templates.ts'

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
    isAboutBooking: isAboutBooking(row.template_name),
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
 * fields, such as for unknown placeholders (D28) or HTML that is not allowed.
 */
export async function saveTemplate(
  core: Core,
  caller: Caller,
  input: Draft & { readonly version: number; readonly is_active: boolean },
): Promise<TemplateView> {
  requireValid(input)
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

/** Refuses 'mail/unknown-template', and 'mail/template-invalid' with fields. */
export function requireValid(draft: Draft): void {
  if (!defaultOf(draft.template_name)) throw new Refusal('mail/unknown-template')
  const errors = [...templateErrors(draft), ...htmlErrors(draft.html_body)]
  const first = errors.filter(({ path }, at) => errors.findIndex((each) => each.path === path) === at)
  if (first.length > 0) throw new Refusal('mail/template-invalid', {}, first)
}
