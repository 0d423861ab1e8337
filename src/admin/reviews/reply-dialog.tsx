import { useState } from 'react'
import { maxReviewLength, type ReviewForStaff } from '../../modules/review/index.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { textOf } from '../text.ts'

const t = textOf('travellerReviews')
type Props = { review: ReviewForStaff; onClose: () => void; onDone: () => void }

/** The agency's public reply to a review; an empty text removes it. */
export function ReplyDialog({ review, onClose, onDone }: Props) {
  const [text, setText] = useState(review.reply ?? '')
  const { id: reviewId, version } = review
  const save = useAction(
    () => api.review.admin.reply({ reviewId, version, reply: text.trim() }),
    { done: t('replySaved'), failed: t('replyFailed') },
    onDone,
    onClose,
  )
  return (
    <EditorDialog
      title={t('replyTitle', { name: review.shown_name })}
      isChanged={text.trim() !== (review.reply ?? '')}
      save={save}
      onSave={save.run}
      onClose={onClose}
    >
      <blockquote className="typed max-w-prose border-s-3 border-line ps-4 whitespace-pre-line wrap-anywhere">
        {review.body || t('noText')}
      </blockquote>
      <Field label={t('replyLabel')} hint={t('replyHint')} error={save.errors.reply}>
        <TextArea rows={5} maxLength={maxReviewLength} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </EditorDialog>
  )
}
