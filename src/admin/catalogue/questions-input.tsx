import type { ReactNode } from 'react'
import type { Question } from '../../services/shared/question-fields.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { RowsInput } from '../form/rows-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('catalogue')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  rows: readonly Question[]
  onChange: (rows: readonly Question[]) => void
}

export const QuestionsInput = (props: Props) => (
  <RowsInput
    {...props}
    blank={{ question: '', answer: '' }}
    firstPart="question"
    words={{ none: t('noQuestions'), add: t('addQuestion') }}
    rowClass="grid grid-cols-1"
    most={30}
  >
    {(row, { number, change, moveButtons, removeButton }) => (
      <>
        <div className="flex items-center gap-1">
          <p className="me-auto font-semibold">{t('question', { number })}</p>
          {moveButtons({ up: t('questionUp', { number }), down: t('questionDown', { number }) })}
          {removeButton(t('removeQuestion', { number }))}
        </div>
        <Field label={t('questionText', { number })}>
          <TextInput
            data-part="question"
            value={row.question}
            onChange={(event) => change({ ...row, question: event.target.value })}
          />
        </Field>
        <Field label={t('questionAnswer', { number })}>
          <TextArea rows={3} value={row.answer} onChange={(event) => change({ ...row, answer: event.target.value })} />
        </Field>
      </>
    )}
  </RowsInput>
)
