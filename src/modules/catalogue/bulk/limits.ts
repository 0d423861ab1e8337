/** Limits of a bulk upload: 5 MB, 20 MB unpacked, 10,000 rows. */
export const maxRows = 10_000
export const maxBytes = 5 * 1024 * 1024
export const maxUnpacked = 20 * 1024 * 1024
/** Rows per transaction. */
export const batchSize = 200
export const maxColumns = 200

export type SheetProblem = 'old-excel' | 'too-many-rows' | 'no-rows' | 'unreadable' | 'too-large' | 'too-slow'
