import type { Sources, Texts } from '../../../kernel/translations.ts'
import type { Defaulted, Json, Timestamp } from '../../../platform/db/tables.server.ts'
import type { Subject } from './rules.ts'

export interface ContentTranslationsTable {
  subject: Subject
  subject_id: string
  language: string
  texts: Json<Texts>
  sources: Json<Sources>
  version: Defaulted<number>
  updated_at: Timestamp
}
