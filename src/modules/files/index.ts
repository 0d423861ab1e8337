/**
 * Files, for the browser: what may be uploaded, so that a form can say so before anything is sent. The server judges
 * again, by content.
 */
export { largestUpload } from './rules.ts'
export type FileRefusal = 'file/missing' | 'file/type' | 'file/too-large' | 'file/unreadable' | 'file/not-found'
