/** Refusals of the request itself, before any room handles it. */
export type RequestRefusal =
  | 'request/malformed'
  | 'request/invalid'
  | 'request/not-found'
  | 'request/method'
  | 'request/cross-site'
  | 'request/too-large'
  | 'request/too-slow'
  | 'request/media-type'
  | 'limit/too-many'
  | 'idempotency/other-request'
  | 'list/bad-cursor'
  | 'server/unavailable'
  /** 503: the disk is full, so nothing is written. */
  | 'server/storage-full'
  | 'server/broken'
