import { line, text as typed } from '../../../kernel/contract.ts'
import { messageOfIssue } from '../../../kernel/issue-message.ts'
import type { Language } from '../../../kernel/language.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import type { Translated } from '../../../kernel/translation-contract.ts'
import {
  type AgencyText,
  type GivenText,
  notTranslated,
  type Progress,
  type Reader,
  type StoredTranslation,
  withTexts,
} from '../../../kernel/translations.ts'
import { type AuditEntry, writeAudit } from '../../../platform/audit.server.ts'
import { dropHere } from '../../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { progressIn, viewFields } from '../../../platform/translated-fields.server.ts'
import { findTarget, readTargets } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { GatewayRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { differingFact, translatableWords } from './rules/translated-words.ts'
import { type Gateway, gatewaysTag, readGatewaysForStaff, shownLabel } from './store.server.ts'

type Named = { readonly name: string }
type Into = Named & { readonly language: string }

/** Two statements. Refuses 'payment/unknown-provider', and 'payment/gateway-invalid' for a language. */
export async function getGatewayTranslation(deps: PaymentDeps, { name, language }: Into): Promise<Translated> {
  const target = await requireTarget(deps, language)
  const { record, provider } = await requireGateway(deps, name)
  return view(record, target, shownLabel(provider.describe))
}

/** Two statements. Refuses 'payment/unknown-provider'. */
export async function listGatewayProgress(
  deps: PaymentDeps,
  { name }: Named,
): Promise<{ items: { language: Language; progress: Progress }[] }> {
  const { record } = await requireGateway(deps, name)
  const targets = await readTargets(deps)
  return { items: targets.map(({ language }) => ({ language, progress: progressIn(fieldsOf(record, language)) })) }
}

export type SaveWords = Into & {
  /** Of the translation that was edited; 0: there was none. */
  readonly version: number
  readonly fields: readonly { readonly path: string; readonly source: string; readonly value?: unknown }[]
}

/**
 * Stores the texts that are sent; blank ones are removed. Refuses like `getGatewayTranslation`,
 * 'payment/gateway-invalid' with field errors, and 'payment/gateway-changed' when somebody saved a translation into this
 * language in the meantime. Locks the gateway.
 */
export async function saveGatewayTranslation(deps: PaymentDeps, caller: Caller, input: SaveWords): Promise<Translated> {
  const target = await requireTarget(deps, input.language)
  const { provider } = await requireGateway(deps, input.name)
  const saved = await deps.db.transaction().execute(async (trx) => {
    const rows = trx.selectFrom('payment_gateways').selectAll().where('name', '=', input.name)
    const row = await rows.forUpdate().executeTakeFirstOrThrow()
    const before = row.translations[target.language] ?? notTranslated
    if (before.version !== input.version) throw new Refusal('payment/gateway-changed', { provider: input.name })
    const after = withTexts(before, readGiven(translatableWords(row), input.fields))
    const translations = { ...row.translations, [target.language]: after }
    await trx
      .updateTable('payment_gateways')
      .set({ translations: JSON.stringify(translations) })
      .where('name', '=', row.name)
      .execute()
    await writeAudit(trx, caller, auditOf(input, before, after), deps.clock())
    return { ...row, translations }
  })
  dropHere(deps, [gatewaysTag])
  return view(saved, target, shownLabel(provider.describe))
}

async function requireTarget(deps: PaymentDeps, code: string): Promise<Reader> {
  const target = await findTarget(deps, code)
  if (target) return target
  throw new Refusal('payment/gateway-invalid', {}, [{ path: 'language', message: text('translations.language') }])
}

async function requireGateway(deps: PaymentDeps, name: string): Promise<Gateway> {
  const gateway = (await readGatewaysForStaff(deps)).find(({ record }) => record.name === name)
  if (!gateway) throw new Refusal('payment/unknown-provider', { provider: name })
  return gateway
}

const fieldsOf = (record: GatewayRecord, language: Language) =>
  viewFields(translatableWords(record), { language, stored: record.translations[language] ?? notTranslated })

function view(record: GatewayRecord, { language, original }: Reader, title: string): Translated {
  const fields = fieldsOf(record, language)
  const version = record.translations[language]?.version ?? 0
  return {
    ...{ id: record.name, title, language, original_language: original, version, fields },
    progress: progressIn(fields),
  }
}

function readGiven(words: readonly AgencyText[], fields: SaveWords['fields']): readonly GivenText[] {
  const errors: FieldError[] = []
  const given = fields.flatMap(({ path, source, value }): GivenText[] => {
    const word = words.find((each) => each.path === path && each.original !== '')
    const parsed = word && readWord(word, value)
    if (parsed && 'value' in parsed) return [{ path, source, value: parsed.value }]
    const messages = parsed ? parsed.messages : [text('translations.unknownField')]
    errors.push(...messages.map((message) => ({ path, message })))
    return []
  })
  if (errors.length > 0) throw new Refusal('payment/gateway-invalid', {}, errors)
  return given
}

function readWord({ input, max, original }: AgencyText, value: unknown) {
  const parsed = (input === 'text' ? line(max) : typed(max)).safeParse(value ?? '')
  if (!parsed.success) return { messages: parsed.error.issues.map(messageOfIssue) }
  const fact = parsed.data === '' ? null : differingFact(original, parsed.data)
  return fact === null ? { value: parsed.data } : { messages: [text('translations.fact', { fact })] }
}

function auditOf(input: SaveWords, before: StoredTranslation, after: StoredTranslation): AuditEntry {
  const { name, language, fields } = input
  const of = ({ texts }: StoredTranslation) =>
    Object.fromEntries(fields.map(({ path }) => [path, texts[path] ?? null] as const))
  return {
    ...{ action: 'gateway.translated', subjectType: 'payment-gateway', subjectId: name },
    ...{ before: of(before), after: { language, ...of(after) } },
  }
}
