import { type Messages, readRoom, translatedRooms } from './catalogues.ts'
import { broken, faultsAgainst, faultsWithin } from './compare.ts'
import { strayTerms, type Term } from './glossary.ts'

/** One message, or the whole file of a room when it has no key. */
export interface Finding {
  readonly room: string
  readonly key: string
  readonly text: string
}
export interface Report {
  readonly faults: readonly Finding[]
  /** Messages that are not translated yet, in English. */
  readonly missing: readonly Finding[]
  readonly total: number
  /** Exceptions that were needed. */
  readonly excused: readonly string[]
}
export interface Rules {
  readonly terms: readonly Term[]
  /** 'ar shop.list.title: deposit': a term that a message may translate otherwise. */
  readonly exceptions: readonly string[]
}

export function reportOn(source: string, language: string, rules: Rules): Report {
  const faults: Finding[] = []
  const missing: Finding[] = []
  const excused: string[] = []
  let total = 0
  for (const room of translatedRooms(source, language)) {
    const english = readRoom(source, room, 'en') as Messages
    const translated = language === 'en' ? english : (readRoom(source, room, language) ?? new Map<string, string>())
    for (const [key, message] of english) {
      total++
      const own = translated.get(key)
      if (own === undefined) missing.push({ room, key, text: message })
      else if (language === 'en') faults.push(...faultsWithin(own, 'en').map((text) => ({ room, key, text })))
      else {
        const judged = judge({ room, key, english: message, translated: own }, language, rules)
        faults.push(...judged.faults)
        excused.push(...judged.excused)
      }
    }
    for (const key of translated.keys()) if (!english.has(key)) faults.push({ room, key, text: 'is not in English' })
  }
  return { faults, missing, total, excused }
}

interface Pair {
  readonly room: string
  readonly key: string
  readonly english: string
  readonly translated: string
}

export const exceptionOf = ({ room, key }: Pick<Pair, 'room' | 'key'>, language: string, term: string): string =>
  `${language} ${room}.${key}: ${term}`

type Judged = Pick<Report, 'faults' | 'excused'>

function judge(pair: Pair, language: string, { terms, exceptions }: Rules): Judged {
  const { room, key, english, translated } = pair
  const faults = faultsAgainst(english, translated, language)
  const findings = (texts: readonly string[]) => texts.map((text) => ({ room, key, text }))
  if (faults.some((fault) => fault.startsWith(broken))) return { faults: findings(faults), excused: [] }
  const stray = strayTerms(pair, language, terms)
  const isExcused = ({ name }: Term) => exceptions.includes(exceptionOf(pair, language, name))
  const words = stray
    .filter((term) => !isExcused(term))
    .map(({ name, forms }) => `translates '${name}' otherwise than the glossary (${forms[language]?.join(' / ')})`)
  return {
    faults: findings([...faults, ...words]),
    excused: stray.filter(isExcused).map(({ name }) => exceptionOf(pair, language, name)),
  }
}
