/** The list of placeholders that opens after `{{`. */
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { foldText } from '../../../kernel/fold-text.ts'
import { placeholderName } from '../placeholder-names.ts'
import { insertChip } from './chips.ts'

const maxShown = 8

/** Those whose name begins with the words first, then those that contain them. */
export function matching(variables: readonly string[], words: string): readonly string[] {
  const wanted = foldText(words.replaceAll('_', ' '))
  const matches = variables
    .map((name) => ({ name, searched: foldText(`${placeholderName(name)} ${name.replaceAll('_', ' ')}`) }))
    .filter(({ searched }) => searched.includes(wanted))
  const first = matches.filter(({ searched }) => searched.startsWith(wanted))
  return [...first, ...matches.filter((each) => !first.includes(each))].map(({ name }) => name).slice(0, maxShown)
}

export interface Suggestion {
  /** Where the braces begin, and where the words after them end. */
  readonly from: number
  readonly to: number
  readonly names: readonly string[]
  readonly active: number
}
type Held = { readonly open: Suggestion | null; readonly dismissed: number | null }
type Act = { readonly active: number } | 'dismiss'

const key = new PluginKey<Held>('suggest')

/** Null while no list is open. */
export const suggestionOf = (state: EditorState | null): Suggestion | null =>
  (state && key.getState(state)?.open) ?? null

function queryAt({ selection, doc }: EditorState): { from: number; to: number; words: string } | null {
  const { $from, empty } = selection
  if (!empty || !$from.parent.inlineContent) return null
  const before = doc.textBetween($from.start(), $from.pos, '\n', '\ufffc')
  const words = /\{\{([^{}\ufffc\n]{0,40})$/.exec(before)?.[1]
  return words === undefined ? null : { from: $from.pos - words.length - 2, to: $from.pos, words }
}

export function takeSuggestion(view: EditorView, name: string): void {
  const open = suggestionOf(view.state)
  if (!open) return
  view.dispatch(view.state.tr.delete(open.from, open.to))
  insertChip(name)(view.state, view.dispatch)
}

function handleKey(view: EditorView, event: KeyboardEvent): boolean {
  const open = suggestionOf(view.state)
  if (!open || event.isComposing) return false
  const { names, active } = open
  const act = (what: Act) => view.dispatch(view.state.tr.setMeta(key, what))
  if (event.key === 'Escape') act('dismiss')
  else if (names.length === 0) return false
  else if (event.key === 'ArrowDown') act({ active: (active + 1) % names.length })
  else if (event.key === 'ArrowUp') act({ active: (active + names.length - 1) % names.length })
  else if (event.key === 'Enter' || event.key === 'Tab') takeSuggestion(view, names[active] ?? '')
  else return false
  event.preventDefault()
  return true
}

export const suggestPlugin = (variables: readonly string[]): Plugin =>
  new Plugin<Held>({
    key,
    state: {
      init: () => ({ open: null, dismissed: null }),
      apply: (step, before, ...[, state]) => {
        const act: Act | undefined = step.getMeta(key)
        const query = queryAt(state)
        if (query === null) return { open: null, dismissed: null }
        const dismissed = act === 'dismiss' ? query.from : before.dismissed
        // A text that comes with braces opens no list; typing in it does.
        const isTyped = step.docChanged || before.open !== null
        if (dismissed === query.from || !isTyped) return { open: null, dismissed }
        const active = typeof act === 'object' ? act.active : step.docChanged ? 0 : (before.open?.active ?? 0)
        return { open: { ...query, names: matching(variables, query.words), active }, dismissed: null }
      },
    },
    props: {
      handleKeyDown: handleKey,
      handleDOMEvents: {
        blur: (view) => {
          if (suggestionOf(view.state)) view.dispatch(view.state.tr.setMeta(key, 'dismiss'))
        },
      },
    },
  })

/** What the text says about the open list to assistive technology. */
export function suggestAttributes(state: EditorState, id: string): Record<string, string> {
  const open = suggestionOf(state)
  if (!open) return {}
  const active = open.names.length > 0 ? { 'aria-activedescendant': `${id}-name-${open.active}` } : {}
  return { 'aria-controls': `${id}-names`, 'aria-autocomplete': 'list', ...active }
}
