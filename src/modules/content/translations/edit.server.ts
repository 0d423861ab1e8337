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
import { writeAudit } from '../../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import { digestOf } from '../../../platform/text-digest.server.ts'
import { progressIn, viewFields } from '../../../platform/translated-fields.server.ts'
import { findTarget, readTargets } from '../../settings/index.server.ts'
import { text } from '../text.ts'
import { schemaOf } from './rules.ts'
import {
  type SubjectId,
  storedTranslation,
  storedTranslations,
  tagsOf,
  translationAudit,
  writeTranslations,
} from './stored.server.ts'
import { readSubject, type SubjectDeps, type SubjectTexts } from './subjects.server.ts'

/** Refuses 'content/invalid'. */
export async function requireTarget(core: Core, code: string): Promise<Reader> {
  const target = await findTarget(core, code)
  if (!target) throw new Refusal('content/invalid', {}, [{ path: 'language', message: text('translations.language') }])
  return target
}

type Viewed = Reader & { readonly id: string; readonly stored: StoredTranslation }
function view({ title, texts }: SubjectTexts, { id, language, original, stored }: Viewed): Translated {
  const fields = viewFields(texts, { language, stored })
  return {
    ...{ id, title, language, original_language: original, version: stored.version, fields },
    progress: progressIn(fields),
  }
}

/** At most two statements. Refuses 'content/invalid' for a language, and like `readSubject`. */
export async function getTranslation(
  deps: SubjectDeps,
  { language: code, ...of }: SubjectId & { readonly language: string },
): Promise<Translated> {
  const target = await requireTarget(deps, code)
  const subject = await readSubject(deps, of, target.original)
  return view(subject, { ...target, id: of.id, stored: await storedTranslation(deps.db, of, target.language) })
}

/** At most two statements. Refuses like `readSubject`. */
export async function listProgress(
  deps: SubjectDeps,
  of: SubjectId,
): Promise<{ items: { language: Language; progress: Progress }[] }> {
  const targets = await readTargets(deps)
  const stored = await storedTranslations(deps.db, of)
  const items: { language: Language; progress: Progress }[] = []
  for (const target of targets) {
    const subject = await readSubject(deps, of, target.original)
    const { progress } = view(subject, {
      ...target,
      id: of.id,
      stored: stored.get(target.language) ?? notTranslated,
    })
    items.push({ language: target.language, progress })
  }
  return { items }
}

export interface SaveTexts extends SubjectId {
  readonly language: string
  /** Of the translation that was edited; 0: there was none. */
  readonly version: number
  readonly fields: readonly { readonly path: string; readonly source: string; readonly value?: unknown }[]
}

/**
 * Stores the texts that are sent; blank ones are removed. Refuses like `getTranslation`, 'content/invalid' with field
 * errors, and 'content/version-conflict'. Pages of every language are drawn anew.
 */
export async function saveTranslation(deps: SubjectDeps, caller: Caller, input: SaveTexts): Promise<Translated> {
  const { language: code, version, fields, ...of } = input
  const target = await requireTarget(deps, code)
  const subject = await readSubject(deps, of, target.original)
  const given = readFields(subject.texts, fields)
  const { language } = target
  const tags = tagsOf([of.subject])
  const stored = await deps.db.transaction().execute(async (trx) => {
    const before = await storedTranslation(trx, of, language)
    const after = withTexts(before, given)
    const isCurrent = before.version === version
    if (!isCurrent || !(await writeTranslations(trx, [{ ...of, language, after, now: deps.clock() }])))
      throw new Refusal('content/version-conflict')
    await writeAudit(
      trx,
      caller,
      translationAudit({ ...of, language, paths: fields.map(({ path }) => path) }, before, after),
      deps.clock(),
    )
    await publishInvalidation(trx, tags)
    return after
  })
  dropHere(deps, tags)
  return view(subject, { ...target, id: of.id, stored })
}

function readFields(texts: readonly AgencyText[], fields: SaveTexts['fields']): readonly GivenText[] {
  const known = new Map(texts.map((each) => [each.path, each]))
  const errors: FieldError[] = []
  const given = fields.flatMap(({ path, source, value }): GivenText[] => {
    const field = known.get(path)
    const parsed = field && schemaOf(field).safeParse(value ?? '')
    if (!parsed) errors.push({ path, message: text('translations.unknownField') })
    else if (parsed.success) return [{ path, source, value: parsed.data }]
    else errors.push(...parsed.error.issues.map((issue) => ({ path, message: messageOfIssue(issue) })))
    return []
  })
  if (errors.length > 0) throw new Refusal('content/invalid', {}, errors)
  return given
}

export interface NewTexts extends SubjectId {
  readonly language: Language
  readonly texts: Readonly<Record<string, string>>
}
/** Stores translations of texts as they are now. For sample data. */
export async function addContentTranslations(deps: SubjectDeps, given: readonly NewTexts[]): Promise<void> {
  const originals = new Map<string, SubjectTexts>()
  await deps.db.transaction().execute(async (trx) => {
    for (const { language, texts, ...of } of given) {
      const target = await requireTarget(deps, language)
      const key = `${of.subject} ${of.id}`
      const subject = originals.get(key) ?? (await readSubject(deps, of, target.original))
      originals.set(key, subject)
      const fields = Object.entries(texts).map(([path, value]) => {
        const original = subject.texts.find((field) => field.path === path)?.original
        return { path, source: digestOf(original ?? ''), value }
      })
      const after = withTexts(notTranslated, readFields(subject.texts, fields))
      await writeTranslations(trx, [{ ...of, language, after, now: deps.clock() }])
    }
  })
}
