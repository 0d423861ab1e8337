// What a message needs from its callers and says to its readers: placeholders with their types, plural forms, tags, text.
import compile from 'icu-minify/compile'

/** Kinds of compiled nodes (icu-minify/types). */
const pound = 0
const types = ['pound', 'select', 'plural', 'ordinal', 'number', 'date', 'time'] as const
export type ArgumentType = 'plain' | Exclude<(typeof types)[number], 'pound'>

export interface Plural {
  readonly name: string
  readonly isOrdinal: boolean
  /** By selector, such as 'few' or '=0': whether the form shows the number. */
  readonly forms: ReadonlyMap<string, boolean>
}
export interface Shape {
  /** By placeholder: its types. One placeholder may have several. */
  readonly placeholders: ReadonlyMap<string, ReadonlySet<ArgumentType>>
  /** By placeholder: the values of its select. */
  readonly choices: ReadonlyMap<string, ReadonlySet<string>>
  readonly plurals: readonly Plural[]
  readonly tags: ReadonlySet<string>
  /** Without placeholders; forms are separated by a space. */
  readonly text: string
}

type Node = string | typeof pound | readonly [string, ...unknown[]]
type Forms = Readonly<Record<string, string | readonly Node[]>>

const nodesOf = (form: unknown): readonly Node[] =>
  typeof form === 'string' || form === pound ? [form as Node] : (form as readonly Node[])

/** True when the form shows the plural's number. */
const showsNumber = (nodes: readonly Node[], name: string): boolean =>
  nodes.some((node) => {
    if (node === pound || typeof node === 'string') return node === pound
    const [argument, type] = node
    return argument === name && (type === undefined || types[type as number] === 'number')
  })

/** Throws where the message is no valid ICU message. */
export function shapeOf(message: string): Shape {
  const placeholders = new Map<string, Set<ArgumentType>>()
  const choices = new Map<string, Set<string>>()
  const plurals: Plural[] = []
  const tags = new Set<string>()
  let text = ''
  const visit = (node: Node): void => {
    if (node === pound) return
    if (typeof node === 'string') {
      text += node
      return
    }
    const [name, code, forms] = node
    const type = code === undefined ? 'plain' : types[code as number]
    if (typeof code !== 'undefined' && (typeof code !== 'number' || code === pound)) {
      tags.add(name)
      for (const child of node.slice(1)) visit(child as Node)
      return
    }
    const known = placeholders.get(name) ?? new Set()
    placeholders.set(name, known.add(type as ArgumentType))
    if (typeof forms !== 'object' || !/^(select|plural|ordinal)$/.test(String(type))) return
    const entries = Object.entries(forms as Forms).map(([key, form]) => [key, nodesOf(form)] as const)
    if (type === 'select') choices.set(name, new Set([...(choices.get(name) ?? []), ...entries.map(([key]) => key)]))
    else {
      const shown = new Map(entries.map(([key, nodes]) => [key, showsNumber(nodes, name)]))
      plurals.push({ name, isOrdinal: type === 'ordinal', forms: shown })
    }
    for (const [, nodes] of entries) {
      nodes.forEach(visit)
      text += ' '
    }
  }
  nodesOf(compile(message)).forEach(visit)
  return { placeholders, choices, plurals, tags, text }
}
