import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Attrs, MarkType, NodeType, Schema } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Plugin } from 'prosemirror-state'

export const isMarked = ({ selection, storedMarks, doc }: EditorState, mark: MarkType): boolean =>
  selection.empty
    ? Boolean(mark.isInSet(storedMarks ?? selection.$from.marks()))
    : doc.rangeHasMark(selection.from, selection.to, mark)

export const isInBlock = ({ selection: { $from } }: EditorState, type: NodeType, attrs: Attrs = {}): boolean =>
  $from.parent.type === type && Object.entries(attrs).every(([name, value]) => $from.parent.attrs[name] === value)

/** The closest list around the selection. */
function listAt({ selection: { $from } }: EditorState): NodeType | null {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth)
    if (type.name === 'bullet_list' || type.name === 'ordered_list') return type
  }
  return null
}
export const isInList = (state: EditorState, type: NodeType): boolean => listAt(state) === type

/** A block of this type, or a paragraph again. */
export const toggleBlock =
  (type: NodeType, paragraph: NodeType, attrs: Attrs = {}): Command =>
  (state, dispatch) =>
    isInBlock(state, type, attrs)
      ? setBlockType(paragraph)(state, dispatch)
      : setBlockType(type, attrs)(state, dispatch)

/** A list, the other kind of list, or paragraphs again. */
export const toggleList =
  (type: NodeType, item: NodeType): Command =>
  (state, dispatch) => {
    const list = listAt(state)
    if (list === type) return liftListItem(item)(state, dispatch)
    if (list === null) return wrapInList(type)(state, dispatch)
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth--)
      if ($from.node(depth).type === list) {
        dispatch?.(state.tr.setNodeMarkup($from.before(depth), type))
        return true
      }
    return false
  }

/** Sets, changes or removes (null) the link of the selection; of the whole link when the cursor stands in one. */
export const setLink =
  (mark: MarkType, attrs: Attrs | null, words = ''): Command =>
  (state, dispatch) => {
    const range = linkRange(state, mark) ?? { from: state.selection.from, to: state.selection.to }
    if (range.from === range.to) {
      if (attrs === null || words === '') return false
      const text = state.schema.text(words, [...state.selection.$from.marks(), mark.create(attrs)])
      dispatch?.(state.tr.replaceSelectionWith(text, false))
      return true
    }
    const step = state.tr.removeMark(range.from, range.to, mark)
    dispatch?.(attrs === null ? step : step.addMark(range.from, range.to, mark.create(attrs)))
    return true
  }

/** The link around an empty selection, or the selection itself where it is a link. */
export function linkRange({ selection, doc }: EditorState, mark: MarkType): { from: number; to: number } | null {
  const { $from, empty } = selection
  if (!empty) return doc.rangeHasMark(selection.from, selection.to, mark) ? selection : null
  const own = mark.isInSet($from.marks())
  if (!own) return null
  const start = $from.start()
  let [from, to] = [$from.pos, $from.pos]
  $from.parent.forEach((node, offset) => {
    const [left, right] = [start + offset, start + offset + node.nodeSize]
    if (own.isInSet(node.marks) && right >= from && left <= to) [from, to] = [Math.min(from, left), Math.max(to, right)]
  })
  return { from, to }
}
export function linkAt(state: EditorState, mark: MarkType): Attrs | null {
  const range = linkRange(state, mark)
  if (!range) return null
  let attrs: Attrs | null = null
  state.doc.nodesBetween(range.from, range.to, (node) => {
    attrs ??= mark.isInSet(node.marks)?.attrs ?? null
  })
  return attrs
}

const insertBreak: Command = (state, dispatch) => {
  const { hard_break } = state.schema.nodes
  if (!hard_break || !state.selection.$from.parent.type.contentMatch.matchType(hard_break)) return false
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
  return true
}

/** Keys and history of every text. Alt with F10 leads to the toolbar, as in other editors; Tab leaves the text. */
export function basePlugins(schema: Schema): Plugin[] {
  const { strong, em } = schema.marks
  const { list_item } = schema.nodes
  const keys: Record<string, Command> = {
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Shift-Enter': chainCommands(exitCode, insertBreak),
    ...(strong && { 'Mod-b': toggleMark(strong) }),
    ...(em && { 'Mod-i': toggleMark(em) }),
    ...(list_item && { Enter: splitListItem(list_item) }),
  }
  return [
    history(),
    keymap(keys),
    keymap(baseKeymap),
    new Plugin({
      props: {
        handleKeyDown: (view, event) => {
          if (event.key !== 'F10' || !event.altKey) return false
          const bar = document.querySelector(`[role=toolbar][aria-controls="${CSS.escape(view.dom.id)}"]`)
          bar?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          return true
        },
      },
    }),
  ]
}
