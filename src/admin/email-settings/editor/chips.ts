/** Placeholders in a document: `{{name}}` in a text becomes one piece, where the name is known. */
import { InputRule } from 'prosemirror-inputrules'
import { Fragment, type Node, type Schema, Slice } from 'prosemirror-model'
import { type Command, NodeSelection } from 'prosemirror-state'
import { isPlaceholder } from '../placeholder-names.ts'

const source = /\{\{\s*([a-z_]+)\s*\}\}/g

function splitText(schema: Schema, node: Node): Node[] {
  const { chip } = schema.nodes
  const text = node.text ?? ''
  const pieces: Node[] = []
  let at = 0
  for (const match of text.matchAll(source)) {
    const name = match[1] ?? ''
    if (!chip || !isPlaceholder(name)) continue
    if (match.index > at) pieces.push(schema.text(text.slice(at, match.index), node.marks))
    pieces.push(chip.create({ name }, null, node.marks))
    at = match.index + match[0].length
  }
  if (at === 0) return [node]
  if (at < text.length) pieces.push(schema.text(text.slice(at), node.marks))
  return pieces
}

/** The same content with chips for the placeholders in its texts. */
export function withChips(schema: Schema, content: Fragment): Fragment {
  const nodes: Node[] = []
  content.forEach((node) => {
    if (node.isText) nodes.push(...splitText(schema, node))
    else nodes.push(node.copy(withChips(schema, node.content)))
  })
  return Fragment.fromArray(nodes)
}
export const sliceWithChips = (schema: Schema, { content, openStart, openEnd }: Slice): Slice =>
  new Slice(withChips(schema, content), openStart, openEnd)

/** In place of the selection; behind a part of the mail that is selected as a whole. */
export const insertChip =
  (name: string): Command =>
  (state, dispatch) => {
    const { chip, paragraph } = state.schema.nodes
    if (!chip) return false
    const { selection, tr: step } = state
    const made = chip.create({ name })
    if (selection instanceof NodeSelection && selection.node.isBlock && paragraph) {
      dispatch?.(step.insert(selection.to, paragraph.create(null, made)).scrollIntoView())
      return true
    }
    dispatch?.(step.replaceSelectionWith(made).scrollIntoView())
    return true
  }

/** `{{customer_name}}` becomes a placeholder with its last brace. */
export const chipRule = (schema: Schema): InputRule =>
  new InputRule(/\{\{\s*([a-z_]+)\s*\}\}$/, (state, match, ...range) => {
    const name = match[1] ?? ''
    if (!schema.nodes.chip || !isPlaceholder(name)) return null
    return state.tr.replaceWith(...range, schema.nodes.chip.create({ name }, null, state.selection.$from.marks()))
  })
