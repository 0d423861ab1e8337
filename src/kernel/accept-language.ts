import type { Language, LanguageOffer } from './language.ts'

/** Longer headers are read as far as this. */
const maxRanges = 20

/** The ranges of an Accept-Language header, the most wanted first. Those with q=0 and unreadable ones are left out. */
function rangesOf(header: string): string[] {
  return header
    .split(',', maxRanges)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ range, quality }) => /^(\*|[a-z]{1,8}(-[a-z0-9]{1,8})*)$/.test(range) && quality > 0 && quality <= 1)
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => range)
}

/** As RFC 4647 looks up: 'ar-AE' finds 'ar'. */
function lookUp(range: string, all: readonly Language[]): Language | undefined {
  for (let tag = range; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const match = all.find((language) => language.toLowerCase() === tag)
    if (match) return match
  }
}

/** The offered language that the header wants most; null if it wants none of them. */
export function wantedLanguage(header: string | undefined, { first, all }: LanguageOffer): Language | null {
  for (const range of rangesOf(header ?? '')) {
    const language = range === '*' ? first : lookUp(range, all)
    if (language) return language
  }
  return null
}
