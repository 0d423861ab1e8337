/** What a bulk upload takes: 5 MB that unpack to 20 MB at most, and 10,000 rows. */
export const mostRows = 10_000
export const mostBytes = 5 * 1024 * 1024
export const mostUnpacked = 20 * 1024 * 1024
/** Each batch is stored in one transaction. */
export const batchSize = 200
export const mostColumns = 200

export type SheetProblem = 'old-excel' | 'too-many-rows' | 'no-rows' | 'unreadable' | 'too-large' | 'too-slow'
