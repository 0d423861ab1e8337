import { joinClasses } from '../../../ui/class-names.ts'
import type { Editing } from '../../rich-text/editing.ts'
import { textOf } from '../../text.ts'
import { placeholderName } from '../placeholder-names.ts'
import { type Suggestion, suggestionOf, takeSuggestion } from './suggest.ts'

const t = textOf('email')
const listWidth = 240

/** Below the braces, within the frame of the text. */
function placeOf({ view, place }: Editing, { from }: Suggestion): { left: number; top: number } {
  const frame = place.current?.parentElement?.getBoundingClientRect()
  if (!view || !frame) return { left: 0, top: 0 }
  const { left, bottom } = view.coordsAtPos(from)
  return { left: Math.max(0, Math.min(left - frame.left, frame.width - listWidth)), top: bottom - frame.top + 4 }
}

/** The focus stays in the text, which handles the keys. */
export function SuggestionList({ editing, id }: { editing: Editing; id: string }) {
  const { view, state } = editing
  const open = suggestionOf(state)
  if (!view || !open) return null
  const { names, active } = open
  return (
    <>
      <div className="mail-names" style={placeOf(editing, open)}>
        {names.length === 0 ? <p className="px-3 py-2 text-sm text-ink-2">{t('noSuggestion')}</p> : null}
        <div id={`${id}-names`} role="listbox" aria-label={t('suggestions')}>
          {names.map((name, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={name}
              id={`${id}-name-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={joinClasses('mail-name', at === active && 'is-active')}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => takeSuggestion(view, name)}
            >
              {placeholderName(name)}
            </div>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {names.length === 0 ? t('noSuggestion') : t('suggested', { count: names.length })}
      </p>
    </>
  )
}
