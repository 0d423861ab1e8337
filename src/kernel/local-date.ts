/** Apart from dates.ts, because the shop's first load needs only that. */
export type LocalDate = string

export function isLocalDate(text: unknown): text is LocalDate {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
