import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { RowsInput } from '../form/rows-input.tsx'
import { textOf } from '../text.ts'
import type { TypedStep } from './form.ts'

const t = textOf('catalogue')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  steps: readonly TypedStep[]
  onChange: (steps: readonly TypedStep[]) => void
}

export const TermsInput = ({ steps, ...field }: Props) => (
  <RowsInput
    {...field}
    rows={steps}
    blank={{ days: '', percent: '' }}
    firstPart="days"
    words={{ none: t('noTerms'), add: t('addStep') }}
    rowClass="flex flex-wrap items-start"
  >
    {(step, { number, change, removeButton }) => (
      <>
        {(['days', 'percent'] as const).map((part) => (
          <Field
            key={part}
            className="w-36 flex-none"
            label={
              <>
                <span aria-hidden="true">{t(`step.${part}`)}</span>
                <span className="sr-only">{t(`stepOf.${part}`, { number })}</span>
              </>
            }
          >
            <TextInput
              data-part={part}
              inputMode="numeric"
              maxLength={4}
              prefix={part === 'percent' ? '%' : undefined}
              value={step[part]}
              aria-invalid={field.error !== undefined || undefined}
              onChange={(event) => change({ ...step, [part]: event.target.value })}
            />
          </Field>
        ))}
        <span className="ms-auto self-end">{removeButton(t('removeStep', { number }))}</span>
      </>
    )}
  </RowsInput>
)
