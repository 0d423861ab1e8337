/** Calendar libraries count in `Date`: the start of 'YYYY-MM-DD' on this device's clock. */
export function startOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
/** The day of a `Date` on this device's clock: 'YYYY-MM-DD'. */
export function dayOf(date: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}
