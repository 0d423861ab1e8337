import type { Language } from '../../../../kernel/language.ts'
import { isRefusal, Refusal } from '../../../../kernel/refusal.ts'
import { writeAudits } from '../../../../platform/audit.server.ts'
import { dropHere } from '../../../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../../../platform/core.server.ts'
import { newId } from '../../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../../platform/db/database.server.ts'
import { digestOf } from '../../../../platform/text-digest.server.ts'
import type { IncomingDocument } from '../../../../platform/xliff/document.ts'
import { readXliff } from '../../../../platform/xliff/read.server.ts'
import { publishAll } from '../../changing.server.ts'
import type { CatalogueDeps } from '../../views.server.ts'
import { readTarget } from '../queries.server.ts'
import { maxItems } from './limits.ts'
import { type ImportReport, reportOf } from './report.ts'
import type { Asked, SubjectPlan, TextSubject } from './subject.server.ts'

export type ImportDeps = CatalogueDeps & {
  /** The first that owns a `file` of the document gets it; the last owns all. */
  readonly subjects: readonly TextSubject[]
}
export interface ImportInput {
  readonly bytes: Uint8Array
  readonly fileName: string
  /** The `mark` of the preview that staff have agreed to. Undefined: a preview, which stores nothing. */
  readonly agreed?: string | undefined
}

/**
 * Says what a translated file would change, or stores it if nothing is different from the preview. The number of
 * statements does not depend on the number of texts. Refuses 'catalogue/translation-file' with the reason, and
 * 'catalogue/translations-changed' when the preview is no longer true.
 */
export async function importTranslations(deps: ImportDeps, caller: Caller, input: ImportInput): Promise<ImportReport> {
  const document = await readDocument(deps, input.bytes)
  let changed: readonly string[] = []
  const report = await deps.db.transaction().execute(async (trx) => {
    const planned = await planSubjects(trx, deps.subjects, { ...document, caller })
    const plans = planned.flatMap((each) => each.plans)
    const mark = digestOf(plans.map(({ id, fields, before }) => [id, before.version, fields]))
    if (input.agreed !== undefined) {
      if (input.agreed !== mark) throw new Refusal('catalogue/translations-changed')
      const file = { language: document.target, fileName: input.fileName, now: deps.clock() }
      changed = await store(trx, planned, { caller, file })
    }
    return reportOf({ plans, language: document.target, mark, isStored: input.agreed !== undefined })
  })
  if (changed.length > 0) dropHere(deps, changed)
  return report
}

const refused = (reason: string) => new Refusal('catalogue/translation-file', { reason })

/** Into a language that the shop knows. */
type Translated = IncomingDocument & { readonly target: Language }
async function readDocument(deps: CatalogueDeps, bytes: Uint8Array): Promise<Translated> {
  const parsed = await readXliff(decoded(bytes))
  if ('problem' in parsed) throw refused(parsed.problem)
  const { document } = parsed
  if (document.files.length > maxItems) throw refused('too-many-items')
  const target = await readTarget(deps, document.target).catch((error: unknown) => {
    throw isRefusal(error) ? refused('language') : error
  })
  if (document.source !== target.original) throw refused('source-language')
  return { ...document, target: target.language }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('unreadable')
  }
}

async function planSubjects(trx: Trx, subjects: readonly TextSubject[], asked: Asked): Promise<SubjectPlan[]> {
  const filesOf = Map.groupBy(asked.files, ({ id }) => subjects.find((subject) => subject.owns(id)))
  const planned: SubjectPlan[] = []
  for (const [subject, files] of filesOf) if (subject) planned.push(await subject.plan(trx, { ...asked, files }))
  return planned
}

type Agreed = {
  readonly caller: Caller
  readonly file: { readonly language: Language; readonly fileName: string; readonly now: Date }
}
/** Returns the cache tags to drop. Writes an entry for each changed thing and one for the file. */
async function store(trx: Trx, planned: readonly SubjectPlan[], { caller, file }: Agreed): Promise<readonly string[]> {
  const { now, ...summary } = file
  const stored = []
  for (const each of planned) stored.push(await each.store(now))
  const audits = stored.flatMap((each) => each.audits)
  if (audits.length === 0) return []
  const id = newId(now)
  const after = { ...summary, items: audits.length }
  await writeAudits(
    trx,
    caller,
    [{ action: 'translations.imported', subjectType: 'translation-file', subjectId: id, after }],
    now,
  )
  await writeAudits(trx, { ...caller, partOf: id }, audits, now)
  return publishAll(
    trx,
    stored.flatMap(({ tags }) => tags),
  )
}
