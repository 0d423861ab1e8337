/**
 * Private uploads: proofs of payment, passports; and public pictures, written anew in the widths that pages draw. Owns:
 * judging content, encryption, drawing, the files, file_views and pictures tables, the storage port. Does not own: whose
 * file it is (booking, payment) and who may ask for it (their routes).
 * Invariants: bytes are durable before the row that names them is committed; each private file has a key of its own,
 * sealed under SECRET_KEY; every view of one leaves an audit row; a private file or paper is fetched by a signed link that
 * works for minutes; an erased file cannot be read by anybody; a drawing is written once and never changes.
 */

export {
  eraseFile,
  forgetFiles,
  forgetStored,
  recordFile,
  removeForgotten,
  sweepOrphanFiles,
} from './commands.server.ts'
export { eraseFilesOf } from './erase-person.server.ts'
export { fileLinkQuery, implementFiles, registerFileRoutes, sendFile } from './http.server.ts'
export { pictureJobs, pictureSchedule } from './jobs.server.ts'
export { issueFileLink, requireFileLink } from './links.server.ts'
export { withOneFile } from './one-file.server.ts'
export { registerPictureRoutes } from './picture-routes.server.ts'
export type { Picture } from './pictures.server.ts'
export { type FileStore, NotStored } from './port.ts'
export { isErased, namedKeys } from './stored-keys.server.ts'
export type { FileRecord, FilesDeps } from './tables.server.ts'
export { openFile, receiveUpload, type StagedFile } from './uploads.server.ts'
