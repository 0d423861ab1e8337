/** Limits of a file for translators: 10 MB, 2,000 items. Exports and imports have the same. */
export const maxBytes = 10 * 1024 * 1024
export const maxItems = 2_000
