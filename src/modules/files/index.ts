/** What may be uploaded, for forms. The server judges again, by content. */
export { linkMinutes, maxUploadBytes, uploadTypes } from './rules.ts'
export type FileRefusal =
  | 'file/missing'
  | 'file/type'
  | 'file/too-large'
  /** 413, with the allowed `megapixels`. */
  | 'file/too-many-pixels'
  /** 429: uploads of one visitor in a day. */
  | 'file/quota'
  /** 429: uploads of one visitor that no booking uses. */
  | 'file/staged-quota'
  /** 503: the disk has too little room, or too much is stored without a booking. */
  | 'file/store-full'
  | 'file/unreadable'
  /** 404: no such file, erased, or the link is not valid for this caller. */
  | 'file/not-found'
  /** 410: its bytes are changed or missing in the file store. */
  | 'file/damaged'
  /** 403: the link has expired. */
  | 'file/link-expired'
