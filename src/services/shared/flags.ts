import { countryCodes } from './countries.ts'

/** 'Türkiye' and 'TURKIYE ' are the same name. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

/** What agencies write instead of the names of `Intl.DisplayNames`. */
const others: Readonly<Record<string, string>> = {
  ...{
    uae: 'AE',
    emirates: 'AE',
    dubai: 'AE',
    ksa: 'SA',
    'kingdom of saudi arabia': 'SA',
    turkey: 'TR',
    turkiye: 'TR',
  },
  ...{ uk: 'GB', 'great britain': 'GB', england: 'GB', usa: 'US', america: 'US', 'czech republic': 'CZ' },
  ...{ schengen: 'EU', 'schengen area': 'EU', europe: 'EU', 'hong kong': 'HK', macau: 'MO', burma: 'MM' },
}

function readNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const named = countryCodes.map((code) => [plain(names.of(code) ?? code), code] as const)
  return new Map([...named, ...Object.entries(others)])
}
let known: ReadonlyMap<string, string> | undefined

/** The address of the flag (3:2) of a country that is known by its English name; null for any other text. */
export function flagOf(country: unknown): string | null {
  if (typeof country !== 'string' || country.length > 100) return null
  known ??= readNames()
  const code = known.get(plain(country))
  return code ? `/flags/${code}.webp` : null
}
