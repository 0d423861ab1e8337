import type { Language } from '../../../../kernel/language.ts'
import type { StoredTranslation } from '../../../../kernel/translations.ts'
import type { AuditEntry } from '../../../../platform/audit.server.ts'
import type { Caller } from '../../../../platform/core.server.ts'
import type { Trx } from '../../../../platform/db/database.server.ts'
import type { IncomingFile } from '../../../../platform/xliff/document.ts'
import type { FieldPlan } from './plan.server.ts'

/** What texts in files for translators belong to: items, or what another room owns. */
export interface TextSubject {
  /** Whether a `file` of the document is about this subject. */
  owns(fileId: string): boolean
  /** Does not change anything. The number of statements does not depend on the number of files. */
  plan(trx: Trx, asked: Asked): Promise<SubjectPlan>
}
export interface Asked {
  readonly caller: Caller
  readonly files: readonly IncomingFile[]
  readonly target: Language
}
export interface SubjectPlan {
  readonly plans: readonly Plan[]
  /** Stores what is new or changed, in a number of statements that does not depend on the number of files. */
  store(now: Date): Promise<Stored>
}
export interface Stored {
  /** One for each changed thing. */
  readonly audits: readonly AuditEntry[]
  /** Cache tags to drop. */
  readonly tags: readonly string[]
}
export const nothingStored: Stored = { audits: [], tags: [] }

/** What a file would change in one item, page or other thing. */
export interface Plan {
  readonly id: string
  readonly title: string
  readonly before: StoredTranslation
  readonly fields: readonly FieldPlan[]
}
