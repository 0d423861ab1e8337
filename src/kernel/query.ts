const maxQuery = 100
const tidy = (typed: string): string => typed.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()

/** What can be searched of anything typed: one line of at most 100 characters. */
export const cleanQuery = (typed: string): string => tidy(tidy(typed).slice(0, maxQuery))
