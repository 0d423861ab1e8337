import type { Selectable } from 'kysely'
import type { Core } from '../../platform/core.server.ts'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'
import type { FileStore } from './port.ts'
import type { UploadType } from './rules.ts'

interface FilesTable {
  id: string
  purpose: string
  content_type: UploadType
  original_name: string
  size_bytes: number
  sha256: Buffer
  storage_key: string
  sealed_key: Buffer | null
  uploaded_by: string
  created_at: Timestamp
  erased_at: Date | null
  /** When its bytes were found changed or missing in the store; null while it opens. */
  damaged_at: Defaulted<Date | null>
}
interface FileViewsTable {
  id: Defaulted<number>
  file_id: string
  viewer_id: string | null
  viewer: string
  address: string
  at: Timestamp
}
/** Public pictures; stored unencrypted. */
interface PicturesTable {
  id: string
  width: number
  height: number
  original_name: string
  uploaded_by: string
  created_at: Timestamp
  /** When all renditions were stored; null while a job is working. */
  drawn_at: Defaulted<Date | null>
}
declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    files: FilesTable
    file_views: FileViewsTable
    pictures: PicturesTable
  }
}

export type FileRecord = Omit<Selectable<FilesTable>, 'sealed_key' | 'sha256' | 'damaged_at'>
export type FilesDeps = Core & { store: FileStore }
