/**
 * Lower case; every run of other characters becomes one hyphen, none at the ends (A§3). Accents are dropped first. A
 * text without Latin letters or digits gives '' (the caller then uses the kind's name, D126).
 */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-$/, '')

/** The n-th candidate for a slug, from 1: slug, slug-2, slug-3 ... */
export const numberedSlug = (wanted: string, n: number): string => (n === 1 ? wanted : `${wanted}-${n}`)

/** The number of the first free candidate, starting at `from`. */
export function freeNumber(wanted: string, isTaken: (slug: string) => boolean, from = 1): number {
  let n = from
  while (isTaken(numberedSlug(wanted, n))) n++
  return n
}
