import type { Node, Slice } from 'prosemirror-model'
import { type Command, EditorState, type Plugin, type Transaction } from 'prosemirror-state'
import { type DirectEditorProps, EditorView, type NodeViewConstructor } from 'prosemirror-view'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How one format is edited: a document from its text, and the text of a document. */
export interface Format {
  readonly read: (text: string) => Node
  readonly write: (doc: Node) => string
  readonly plugins: () => Plugin[]
  readonly nodeViews?: Readonly<Record<string, NodeViewConstructor>>
  /** What the text says about itself in a state, besides what its field says. */
  readonly attributes?: (state: EditorState, id: string) => Readonly<Record<string, string>>
  /** What is pasted as HTML, before it is read. */
  readonly cleanPasted?: (html: string) => string
  /** What is pasted or dropped, once it is read. */
  readonly changePasted?: (slice: Slice) => Slice
}

type Attributes = Readonly<Record<string, string>>
type Options = {
  format: Format
  value: string
  onChange: (text: string) => void
  attributes: Attributes
  isDisabled: boolean
}

export interface Editing {
  /** The element that holds the editor. */
  readonly place: RefObject<HTMLDivElement | null>
  /** Null before the first layout. */
  readonly view: EditorView | null
  /** Changes with each edit and each move of the selection. */
  readonly state: EditorState | null
  /** Runs a command and gives the focus back to the text. */
  readonly run: (command: Command) => void
}

const nothing = { view: null, state: null }

/**
 * A ProseMirror editor for a value that the caller holds. A text that is edited back to its start is the very text that
 * came in, so that a form is not dirty by another spelling of the same document.
 */
export function useEditing({ format, value, onChange, attributes, isDisabled }: Options): Editing {
  const place = useRef<HTMLDivElement>(null)
  const [{ view, state }, setShown] = useState<{ view: EditorView | null; state: EditorState | null }>(nothing)
  const latest = useRef({ onChange, attributes, isDisabled })
  latest.current = { onChange, attributes, isDisabled }
  const known = useRef({ text: value, start: value, doc: null as Node | null })

  const open = (text: string): EditorState => {
    const doc = format.read(text)
    known.current = { text, start: text, doc }
    return EditorState.create({ doc, plugins: format.plugins() })
  }
  const show = (of: EditorView): void => setShown({ view: of, state: of.state })
  const take = (made: EditorView, step: Transaction): void => {
    made.updateState(made.state.apply(step))
    show(made)
    if (!step.docChanged) return
    const { start, doc } = known.current
    known.current.text = doc && step.doc.eq(doc) ? start : format.write(step.doc)
    latest.current.onChange(known.current.text)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for the life of the component
  useLayoutEffect(() => {
    if (!place.current) return
    const made: EditorView = new EditorView(place.current, {
      ...propsOf(format, () => latest.current),
      state: open(value),
      dispatchTransaction: (step) => take(made, step),
    })
    show(made)
    return () => made.destroy()
  }, [])
  // A value that did not come from here: discarded edits, or a colleague's text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the value only
  useEffect(() => {
    if (!view || value === known.current.text) return
    view.updateState(open(value))
    show(view)
  }, [view, value])
  const drawn = JSON.stringify([attributes, isDisabled])
  // biome-ignore lint/correctness/useExhaustiveDependencies: ProseMirror reads them anew when its props are set
  useEffect(() => view?.setProps({}), [view, drawn])

  return { place, view, state, run: (command) => runIn(view, command) }
}

function runIn(view: EditorView | null, command: Command): void {
  if (!view) return
  command(view.state, view.dispatch, view)
  view.focus()
}

type Latest = Pick<Options, 'attributes' | 'isDisabled'>

const propsOf = (format: Format, latest: () => Latest): Partial<DirectEditorProps> => ({
  nodeViews: { ...format.nodeViews },
  attributes: (now) => ({ ...latest().attributes, ...format.attributes?.(now, latest().attributes.id ?? '') }),
  editable: () => !latest().isDisabled,
  ...(format.cleanPasted && { transformPastedHTML: format.cleanPasted }),
  ...(format.changePasted && { transformPasted: format.changePasted }),
})
