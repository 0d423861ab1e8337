// Compares a translated message with its English original.
import { type Plural, type Shape, shapeOf } from './shape.ts'

/** Enough to meet every plural category; a million for French. */
const samples = [...Array.from({ length: 1_001 }, (_, number) => number), 1_000_000]
/** Begins the fault of a message that is no valid ICU message. */
export const broken = 'does not compile'
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/u

const quoted = (names: Iterable<string>): string => [...names].map((name) => `'${name}'`).join(', ')
const without = (names: Iterable<string>, others: ReadonlySet<string> | ReadonlyMap<string, unknown>): string[] =>
  [...names].filter((name) => !others.has(name))

/** Faults of a message on its own; English is compared with nothing else. */
export function faultsWithin(message: string, language: string): string[] {
  const shape = tryShape(message)
  if (typeof shape === 'string') return [shape]
  return [
    ...(otherDigits.test(message) ? ['has digits that are not Latin'] : []),
    ...shape.plurals.flatMap((plural) => pluralFaults(plural, language)),
    ...[...shape.choices].flatMap(([name, keys]) => (keys.has('other') ? [] : [`{${name}, select} lacks 'other'`])),
  ]
}

function tryShape(message: string): Shape | string {
  try {
    return shapeOf(message)
  } catch (error) {
    return `${broken}: ${(error as Error).message}`
  }
}

/** By category: the sampled numbers that no '=N' takes. */
function numbersOf({ isOrdinal, forms }: Plural, language: string): ReadonlyMap<string, readonly number[]> {
  const rules = new Intl.PluralRules(language, { type: isOrdinal ? 'ordinal' : 'cardinal' })
  const numbers = new Map<string, number[]>(rules.resolvedOptions().pluralCategories.map((name) => [name, []]))
  for (const number of samples) if (!forms.has(`=${number}`)) numbers.get(rules.select(number))?.push(number)
  return numbers
}

/** A category may be left out when '=0' or another exact number takes all that it is for. */
function pluralFaults(plural: Plural, language: string): string[] {
  const numbers = numbersOf(plural, language)
  const needed = [...numbers].filter(([name, taken]) => name === 'other' || taken.length > 0).map(([name]) => name)
  const named = [...plural.forms.keys()].filter((key) => !key.startsWith('='))
  const missing = without(needed, plural.forms)
  const unknown = without(named, numbers)
  return [
    ...(missing.length > 0 ? [`{${plural.name}, plural} lacks ${quoted(missing)}`] : []),
    ...(unknown.length > 0 ? [`{${plural.name}, plural} has ${quoted(unknown)}, unknown in this language`] : []),
  ]
}

export function faultsAgainst(english: string, translated: string, language: string): string[] {
  const faults = faultsWithin(translated, language)
  if (faults.some((fault) => fault.startsWith(broken))) return faults
  const [from, to] = [shapeOf(english), shapeOf(translated)]
  return [
    ...faults,
    ...placeholderFaults(from, to),
    ...choiceFaults(from, to),
    ...from.plurals.flatMap((plural) => numberFaults(plural, to, language)),
    ...(quoted([...from.tags].sort()) === quoted([...to.tags].sort()) ? [] : ['has other tags']),
    ...(from.text.includes('#') || !to.text.includes('#')
      ? []
      : ["shows a '#': it stands for a number in plurals only"]),
    ...edgeFaults(english, translated),
  ]
}

/** A number may be written in any way that numbers are; anything else as in English. */
function placeholderFaults({ placeholders: from }: Shape, { placeholders: to }: Shape): string[] {
  const missing = without(from.keys(), to)
  const extra = without(to.keys(), from)
  const numbers: ReadonlySet<string> = new Set(['plural', 'ordinal', 'number'])
  const retyped = [...to].flatMap(([name, types]) => {
    const known = from.get(name)
    if (!known) return []
    const isNumber = [...known].some((type) => numbers.has(type))
    const strange = without(types, known).filter((type) => type !== 'plain' && !(isNumber && numbers.has(type)))
    return strange.map((type) => `uses {${name}} as ${type}`)
  })
  return [
    ...(missing.length > 0 ? [`lacks the placeholder ${quoted(missing)}`] : []),
    ...(extra.length > 0 ? [`has the unknown placeholder ${quoted(extra)}`] : []),
    ...retyped,
  ]
}

const choiceFaults = ({ choices: from }: Shape, { choices: to }: Shape): string[] =>
  [...from].flatMap(([name, keys]) => {
    const own = to.get(name)
    if (!own) return [`does not choose by {${name}, select}`]
    const missing = without(keys, own)
    const extra = without(own, keys)
    return [
      ...(missing.length > 0 ? [`{${name}, select} lacks ${quoted(missing)}`] : []),
      ...(extra.length > 0 ? [`{${name}, select} has the unknown ${quoted(extra)}`] : []),
    ]
  })

/** Where English shows the number or speaks differently of an exact one, so does the translation. */
function numberFaults(english: Plural, { plurals }: Shape, language: string): string[] {
  const own = plurals.filter((plural) => plural.name === english.name && plural.isOrdinal === english.isOrdinal)
  return own.flatMap((plural) => {
    const numbers = numbersOf(plural, language)
    const isAlone = (key: string): boolean =>
      [...numbers].some(([name, taken]) => plural.forms.has(name) && taken.length === 1 && `=${taken[0]}` === key)
    const exact = without(english.forms.keys(), plural.forms).filter((key) => key.startsWith('=') && !isAlone(key))
    const showsAlways = own.length === 1 && english.forms.get('other') === true
    const silent = [...plural.forms].filter(([name, shows]) => !shows && (numbers.get(name)?.length ?? 0) > 1)
    return [
      ...(exact.length > 0 ? [`{${plural.name}, plural} lacks ${quoted(exact)}`] : []),
      ...(showsAlways && silent.length > 0
        ? [`{${plural.name}, plural} hides the number in ${quoted(silent.map(([name]) => name))}`]
        : []),
    ]
  })
}

/** Spaces at the edges join messages to their surroundings. */
function edgeFaults(english: string, translated: string): string[] {
  if (english.trim() !== '' && translated.trim() === '') return ['is empty']
  const edges = (text: string) => [/^\s/.test(text), /\s$/.test(text)].join()
  return edges(english) === edges(translated) ? [] : ['begins or ends with other spaces']
}
