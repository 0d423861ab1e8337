import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { type MarkedBlock, type MarkedPiece, readMarked, writeMarked } from '../../kernel/marked-text.ts'
import { basePlugins, isInList, toggleBlock, toggleList } from './commands.ts'
import type { Format } from './editing.ts'
import { markedSchema } from './marked-schema.ts'
import { cleanPasted } from './paste.ts'

const { paragraph, heading, bullet_list, ordered_list, list_item, blockquote, hard_break } = markedSchema.nodes
type Piece = MarkedPiece

const textNode = ({ text, mark, href }: Piece): Node =>
  markedSchema.text(text, [
    ...(href === undefined ? [] : [markedSchema.mark('link', { href })]),
    ...(mark === 'both' ? ['strong', 'em'] : mark ? [mark] : []).map((name) => markedSchema.mark(name)),
  ])
const lineNodes = (line: readonly Piece[]): Node[] => line.map(textNode)

function blockNode({ tag, lines }: MarkedBlock): Node {
  if (tag === 'h2' || tag === 'h3')
    return markedSchema.node('heading', { level: tag === 'h2' ? 2 : 3 }, lines.flatMap(lineNodes))
  const paragraphs = () => lines.map((line) => markedSchema.node('paragraph', null, lineNodes(line)))
  if (tag === 'blockquote') return markedSchema.node('blockquote', null, paragraphs())
  if (tag === 'p') {
    const broken = lines.flatMap((line, at) => [
      ...(at > 0 ? [markedSchema.node('hard_break')] : []),
      ...lineNodes(line),
    ])
    return markedSchema.node('paragraph', null, broken)
  }
  const items = paragraphs().map((each) => markedSchema.node('list_item', null, each))
  return markedSchema.node(tag === 'ul' ? 'bullet_list' : 'ordered_list', null, items)
}

export function readText(text: string): Node {
  const blocks = readMarked(text).map(blockNode)
  return markedSchema.node('doc', null, blocks.length > 0 ? blocks : [markedSchema.node('paragraph')])
}

function pieceOf(node: Node): Piece {
  const named = (name: string) => node.marks.find(({ type }) => type.name === name)
  const [isBold, isItalic] = [named('strong'), named('em')]
  const look = isBold ? (isItalic ? 'both' : 'strong') : isItalic && 'em'
  const href = named('link')?.attrs.href
  return { text: node.text ?? ' ', ...(look && { mark: look }), ...(href && { href: String(href) }) }
}

/** The lines of a block with text: a break begins the next. */
function linesOf(block: Node): Piece[][] {
  const lines: Piece[][] = [[]]
  block.forEach((node) => {
    if (node.type === hard_break) lines.push([])
    else lines.at(-1)?.push(pieceOf(node))
  })
  return lines
}

const tags: Readonly<Record<string, MarkedBlock['tag']>> = {
  bullet_list: 'ul',
  ordered_list: 'ol',
  blockquote: 'blockquote',
}
function blockOf(node: Node): MarkedBlock {
  const { type, attrs, children } = node
  if (type === heading) return { tag: attrs.level === 2 ? 'h2' : 'h3', lines: linesOf(node) }
  if (type === paragraph) return { tag: 'p', lines: linesOf(node) }
  // An item is one line.
  const lines = children.flatMap((child) =>
    type === blockquote ? linesOf(child) : [(child.firstChild?.children ?? []).map(pieceOf)],
  )
  return { tag: tags[type.name] ?? 'p', lines }
}
export const writeText = (doc: Node): string => writeMarked(doc.children.map(blockOf))

/** In a list, Shift with Enter begins an item too: items have one line. */
const breakInList: Command = (state, dispatch) =>
  bullet_list && ordered_list && list_item && (isInList(state, bullet_list) || isInList(state, ordered_list))
    ? splitListItem(list_item)(state, dispatch)
    : false

function plugins(): Plugin[] {
  if (!paragraph || !heading || !bullet_list || !ordered_list || !list_item || !blockquote) return []
  return [
    inputRules({
      rules: [
        wrappingInputRule(/^[-*]\s$/, bullet_list),
        wrappingInputRule(/^1[.)]\s$/, ordered_list),
        wrappingInputRule(/^>\s$/, blockquote),
        textblockTypeInputRule(/^(#{2,3})\s$/, heading, (match) => ({ level: match[1]?.length ?? 2 })),
      ],
    }),
    keymap({
      'Shift-Enter': breakInList,
      'Mod-Alt-2': toggleBlock(heading, paragraph, { level: 2 }),
      'Mod-Alt-3': toggleBlock(heading, paragraph, { level: 3 }),
      'Shift-Mod-7': toggleList(ordered_list, list_item),
      'Shift-Mod-8': toggleList(bullet_list, list_item),
    }),
    ...basePlugins(markedSchema),
  ]
}

export const markedFormat: Format = { read: readText, write: writeText, plugins, cleanPasted }
