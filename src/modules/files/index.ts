/**
 * Files, for the browser: what may be uploaded, so that a form can say so before anything is sent. The server judges
 * again, by content.
 */
export { largestUpload, linkMinutes, uploadTypes } from './rules.ts'
export type FileRefusal =
  | 'file/missing'
  | 'file/type'
  | 'file/too-large'
  | 'file/unreadable'
  /** 404: no such file, erased, or no link that opens it to this caller. */
  | 'file/not-found'
  /** 403: the link was good, and its minutes are over. */
  | 'file/link-expired'
