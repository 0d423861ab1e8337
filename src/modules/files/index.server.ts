/**
 * Private uploads (payment proofs, passports) and public pictures. Owns: judging content, encryption, resizing, the
 * files, file_views and pictures tables, the storage port. Does not own: whose file it is (booking, payment) and who
 * may open it (their routes). Invariants: bytes are durable before their row is committed; each private file has its
 * own key, sealed under SECRET_KEY; every view of a private file is recorded; links to private files work for
 * minutes; an erased file is unreadable; a stored rendition never changes.
 */

export {
  eraseFile,
  forgetFiles,
  forgetStored,
  hasContent,
  recordFile,
  removeForgotten,
  sweepOrphanFiles,
} from './commands.server.ts'
export { eraseFilesOf } from './erase-person.server.ts'
export { fileLinkQuery, implementFiles, registerFileRoutes, sendFile } from './http.server.ts'
export { pictureJobs, pictureSchedule } from './jobs.server.ts'
export { issueFileLink, requireFileLink } from './links.server.ts'
export { withOneFile } from './one-file.server.ts'
export { damagedFiles, openFile, purgeViews } from './open-file.server.ts'
export { registerPictureRoutes } from './picture-routes.server.ts'
export type { Picture } from './pictures.server.ts'
export { type FileStore, NotStored } from './port.ts'
export { fileTypes } from './read-models/file-types.server.ts'
export { fileViews, readableFiles } from './readable-files.server.ts'
export { maxStagedBytes, maxStagedBytesPerVisitor } from './rules.ts'
export { isErased, namedKeys } from './stored-keys.server.ts'
export type { FileRecord, FilesDeps } from './tables.server.ts'
export { receiveUpload, type StagedFile } from './uploads.server.ts'
