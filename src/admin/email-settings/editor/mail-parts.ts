/** Commands for the parts of mails that are not text: buttons and the table of a booking's details. */
import { Fragment, type Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { bookingRowsIn, buttonWith } from '../../../modules/mail/index.ts'
import { say, textOf } from '../../text.ts'
import { readBody } from './mail-html.ts'

const t = textOf('email')

/** Behind the block of the selection; an empty paragraph gives way. */
const insertBlock =
  (make: () => Node | null): Command =>
  (state, dispatch) => {
    const block = make()
    const { $to } = state.selection
    if (!block) return false
    if (!dispatch) return true
    const depth = Math.min(1, $to.depth)
    const isEmpty = depth === 1 && $to.parent.isTextblock && $to.parent.content.size === 0 && $to.depth === 1
    const [from, to] = isEmpty ? [$to.before(1), $to.after(1)] : [$to.after(1), $to.after(1)]
    const paragraph = state.schema.nodes.paragraph?.create()
    // There is always a place to write below a table.
    const isLast = to === state.doc.content.size
    const content = isLast && block.isAtom && paragraph ? [block, paragraph] : [block]
    const step = state.tr.replaceWith(from, to, Fragment.fromArray(content))
    const inside = block.isAtom ? from + block.nodeSize : from + 1
    dispatch(step.setSelection(TextSelection.near(step.doc.resolve(inside))).scrollIntoView())
    return true
  }

/** A button with words of its own, which leads to the first of the mail's links. */
export const insertButton = (href: string): Command =>
  insertBlock(() => {
    const [, name = ''] = /^\{\{(\w+)\}\}$/.exec(href) ?? []
    return readBody(buttonWith(t('newButton'), name)).firstChild
  })
export const insertDetails: Command = insertBlock(() => readBody(bookingRowsIn(say)).firstChild)

/** The button that the cursor stands in. */
export function buttonAt({ selection: { $from } }: EditorState): { readonly href: string } | null {
  return $from.parent.type.name === 'button' ? { href: String($from.parent.attrs.href ?? '') } : null
}

export const setButtonLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    if (!buttonAt(state)) return false
    dispatch?.(state.tr.setNodeMarkup($from.before(), null, { ...$from.parent.attrs, href }))
    return true
  }
