/** What the words of a search mean: tokens, synonyms, kinds. Pure. */
import { foldText } from '../../../kernel/fold-text.ts'

/** The same as in the function search_words_of of the database. */
const separators =
  /[\s!-/:-`{-\u00bf\u00d7\u00f7\u02b0-\u02ff\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f]+/
const maxWord = 40
export const maxWords = 8

/** The words of a text as it spells them, in small letters. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(separators)
    .filter((word) => word !== '')

/** The words of a text, folded. */
export const wordsOf = (text: string): readonly string[] =>
  foldText(text)
    .split(separators)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, maxWord).join(''))

/** English singulars, so that 'safaris' finds 'safari'. Plurals need none: words match from their start. */
export function singularOf(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || word.endsWith('ss') || !word.endsWith('s')) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|x|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** Words that all must match, or the kind of the items. */
export type Alternative = { readonly words: readonly string[] } | { readonly kind: string }
/** A part of the search. One of its alternatives must match. */
export interface Part {
  readonly typed: readonly string[]
  readonly any: readonly Alternative[]
}

export interface Vocabulary {
  /** Groups of phrases with one meaning, each a list of words. */
  readonly synonyms: ReadonlyMap<string, readonly (readonly string[])[]>
  /** The kinds that a phrase means. */
  readonly kinds: ReadonlyMap<string, readonly string[]>
  /** Left out of a search that has other words: 'in', 'the'. */
  readonly ignored: ReadonlySet<string>
}

const keyOf = (words: readonly string[]): string => words.map(singularOf).join(' ')
const listWords = (text: string): string[][] =>
  text
    .split(/[,\n;]/)
    .map((phrase) => [...wordsOf(phrase)])
    .filter((words) => words.length > 0)

/** `synonyms`: groups on lines of their own or between semicolons, phrases between commas. */
export function vocabularyOf(given: {
  readonly synonyms: readonly string[]
  readonly kinds: readonly { readonly key: string; readonly words: string }[]
  readonly ignored: string
}): Vocabulary {
  const synonyms = new Map<string, (readonly string[])[]>()
  for (const group of given.synonyms.flatMap((text) => text.split(/[\n;]/))) {
    const phrases = listWords(group)
    for (const phrase of phrases) {
      const key = keyOf(phrase)
      const others = phrases.filter((other) => keyOf(other) !== key)
      synonyms.set(key, [...(synonyms.get(key) ?? []), ...others])
    }
  }
  const kinds = new Map<string, string[]>()
  for (const { key, words } of given.kinds)
    for (const phrase of new Set(listWords(words).map(keyOf))) kinds.set(phrase, [...(kinds.get(phrase) ?? []), key])
  return { synonyms, kinds, ignored: new Set(wordsOf(given.ignored)) }
}

const maxPhrase = 4

/** The parts of a search: phrases of the vocabulary, longest first, and single words. */
export function readParts(query: string, vocabulary: Vocabulary): readonly Part[] {
  const words = wordsOf(query).slice(0, maxWords)
  const parts: Part[] = []
  for (let at = 0; at < words.length; ) {
    const part = phraseAt(words, at, vocabulary)
    parts.push(part)
    at += part.typed.length
  }
  const meant = parts.filter(({ typed }) => !(typed.length === 1 && vocabulary.ignored.has(typed[0] ?? '')))
  return meant.length > 0 ? meant : parts
}

function phraseAt(words: readonly string[], at: number, vocabulary: Vocabulary): Part {
  for (let length = Math.min(maxPhrase, words.length - at); length > 0; length--) {
    const typed = words.slice(at, at + length)
    const others = othersOf(typed, vocabulary, at + length === words.length)
    if (length > 1 && others.length === 0) continue
    const singular = typed.map(singularOf)
    const isSame = singular.join(' ') === typed.join(' ')
    return { typed, any: [{ words: typed }, ...(isSame ? [] : [{ words: singular }]), ...others] }
  }
  throw new Error('A phrase has at least one word')
}

const minStart = 3
/** The last word may be unfinished: its start means the kinds that a longer word means. */
function othersOf(typed: readonly string[], vocabulary: Vocabulary, isLast: boolean): readonly Alternative[] {
  const key = keyOf(typed)
  const start = typed.join(' ')
  const begun =
    isLast && start.length >= minStart
      ? [...vocabulary.kinds].flatMap(([phrase, kinds]) => (phrase.startsWith(start) ? kinds : []))
      : []
  const kinds = new Set([...(vocabulary.kinds.get(key) ?? []), ...begun])
  return [...[...kinds].map((kind) => ({ kind })), ...(vocabulary.synonyms.get(key) ?? []).map((words) => ({ words }))]
}

const meansKind = ({ any }: Part, kind: string): boolean => any.some((each) => 'kind' in each && each.kind === kind)

/** The kinds that every part means: a search for them is a way to their lists. */
export const kindsMeant = (parts: readonly Part[]): readonly string[] => {
  const [first, ...rest] = parts
  const kinds = first?.any.flatMap((each) => ('kind' in each ? [each.kind] : [])) ?? []
  return kinds.filter((kind) => rest.every((part) => meansKind(part, kind)))
}

/** Each bit of `held` stands for a part, the lowest for the first. */
export const partsHeld = (parts: readonly Part[], held: number): readonly Part[] =>
  parts.filter((_part, at) => (held >> at) % 2 === 1)

export const partsOfKinds = (parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => kindsMeant([part]).length > 0)

/** The words that remain for a search among the items of a kind. */
export const wordsWithin = (parts: readonly Part[], kind: string): string =>
  parts
    .filter((part) => !meansKind(part, kind))
    .flatMap(({ typed }) => typed)
    .join(' ')

const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`
/** A single letter matches no start of words, because it would match nearly all items. */
const startOf = (word: string): string => ([...word].length > 1 ? `${quoted(word)}:*` : quoted(word))

/** The parts as a tsquery: every part, by whole words or, with `byStart`, by the start of words. */
export function queryOf(parts: readonly Part[], byStart: boolean): string {
  const term = byStart ? startOf : quoted
  const one = (each: Alternative) =>
    'kind' in each ? quoted(`=${each.kind}`) : `(${each.words.map(term).join(' & ')})`
  return parts.map(({ any }) => `(${any.map(one).join(' | ')})`).join(' & ')
}

/** The words that a part may be found by: its own and their synonyms. */
export const spellingsOf = ({ any }: Part): readonly (readonly string[])[] =>
  any.flatMap((each) => ('words' in each ? [each.words] : []))

/** Whether a text of our own, such as a page's, has every part. `words` are the folded words of the text. */
export function hasParts(words: readonly string[], parts: readonly Part[]): boolean {
  const has = (word: string) => words.some((each) => (word.length > 1 ? each.startsWith(word) : each === word))
  return parts.length > 0 && parts.every(({ any }) => any.some((each) => 'words' in each && each.words.every(has)))
}
