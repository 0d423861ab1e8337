/** Whether a language is written from right to left. */
export const isRightToLeft = (language: string): boolean => /^(ar|ur|fa|he)(-|$)/.test(language)

const open = '\u2068'
const close = '\u2069'
/**
 * Begins words that a right-to-left language put together, such as a list. What isolates them asks their first letter
 * for the direction, and letters of isolated entries do not count: this mark stands for a letter.
 */
export const rightToLeftMark = '\u200f'

/**
 * Text within text of a right-to-left language: a date, telephone number or Latin name keeps its own direction and
 * leaves the words around it alone. Only for what people read; machines would find two characters more.
 */
export const isolated = (words: string, language: string): string =>
  words !== '' && isRightToLeft(language) && !words.startsWith(open) ? `${open}${words}${close}` : words

/** For machines, such as the name of a file. */
export const withoutIsolates = (words: string): string => words.replace(/[\u2066-\u2069\u200f]/g, '')

type Node = string | number | readonly unknown[]

const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

const isValue = (node: unknown): boolean => Array.isArray(node) && node.length === 1

function isolateNodes(nodes: readonly unknown[]): unknown[] {
  const merged: unknown[] = []
  for (const node of nodes.flatMap((each) => (isValue(each) ? [open, each, close] : [isolateNode(each)]))) {
    const last = merged.at(-1)
    // Text beside text becomes one: messages are sent to browsers.
    if (typeof node === 'string' && typeof last === 'string') merged[merged.length - 1] = last + node
    else merged.push(node)
  }
  return merged
}

/** A branch of a plural or select holds nodes; a tag begins with its name, any other node with a value's name. */
function isolateNode(node: unknown): unknown {
  if (!Array.isArray(node)) return node
  const [name, type, options] = node
  if (typeof type !== 'number' || type === 0) return [name, ...isolateNodes(node.slice(1))]
  if (typeof options !== 'object' || options === null) return node
  const branches = Object.entries(options).map(([choice, branch]) => [
    choice,
    Array.isArray(branch) ? isolateNodes(branch) : branch,
  ])
  return [name, type, Object.fromEntries(branches)]
}

/** The words of a message, without those of its values. */
function wordsOf(node: unknown): string {
  if (typeof node === 'string') return node
  if (!Array.isArray(node)) return ''
  const [, type, options] = node
  if (typeof type !== 'number' || type === 0) return node.slice(1).map(wordsOf).join('')
  const branches = typeof options === 'object' && options !== null ? Object.values(options) : []
  return branches.flat().map(wordsOf).join('')
}

/** Whether a message begins with a Latin word, or joins values without a word: '{label}: {value}'. */
function needsDirection(nodes: readonly unknown[]): boolean {
  const words = nodes.map(wordsOf).join('')
  const [first = ''] = /\p{L}/u.exec(words) ?? []
  if (words.includes('\n') || rightToLeftLetter.test(first)) return false
  return rightToLeftLetter.test(words) || (first === '' && nodes.filter(isValue).length > 1)
}

/**
 * A compiled message with each value that it shows isolated, in a right-to-left language. The values of plurals and
 * selects are not touched, nor the numbers that plurals show, and a message that is nothing but a value stays as it is.
 * Doing this to the message and not to the values costs nothing when it is shown, and never isolates the same value
 * twice where it passes through several messages. A message without a direction of its own gets that of its language.
 */
export function isolateValues<Compiled>(message: Compiled, language: string): Compiled {
  if (!isRightToLeft(language) || !Array.isArray(message)) return message
  const nodes: readonly Node[] = message
  if (nodes.length === 1 && isValue(nodes[0])) return message
  return isolateNodes(needsDirection(nodes) ? [rightToLeftMark, ...nodes] : nodes) as Compiled
}
