import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import type { EditedKind } from './edited-kind.ts'
import { useDraft } from './use-draft.ts'
import type { EditorState } from './use-editor.ts'

const t = textOf('catalogue')

/** What an earlier visit has left unsaved, to restore or discard. */
export function DraftNotice({ edited, editor }: { edited: EditedKind; editor: EditorState }) {
  const { offer, isOutdated, restore, discard } = useDraft(edited, editor)
  if (offer === null) return null
  return (
    <Notice tone={isOutdated ? 'warn' : 'info'} title={t('draft', { at: dateTime(offer.at) })}>
      <p>{t(isOutdated ? 'draftOutdated' : 'draftHint')}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={restore}>
          {t('restoreDraft')}
        </Button>
        <Button variant="quiet" size="sm" onClick={discard}>
          {t('discardDraft')}
        </Button>
      </p>
    </Notice>
  )
}
