import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
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

/** Cancellation terms, a row for each step: how many days before the start, and how much goes back. */
export function TermsInput({ id, label, hint, error, steps, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  /** After a step the focus is on what was made or stands in its place, once it is drawn. */
  const focus = (at: number, part: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-step="${at}"] [data-part="${part}"]`)?.focus(),
    )
  const remove = (at: number) => {
    onChange(steps.filter((_, index) => index !== at))
    if (steps.length > 1) focus(Math.min(at, steps.length - 2), 'remove')
    else document.getElementById(id)?.focus()
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="group-legend">{label}</legend>
      {hint ? <span className="field-hint">{hint}</span> : null}
      <FieldError id={`${id}-error`} error={error} />
      {steps.length === 0 ? <p className="text-ink-2">{t('noTerms')}</p> : null}
      <ol ref={list} className="grid grid-cols-1 gap-3 empty:hidden">
        {steps.map((step, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; its fields are held by the form
            key={at}
            data-step={at}
            className="flex flex-wrap items-end gap-3 rounded-lg border border-line bg-surface p-3 sm:p-4"
          >
            <Step
              step={step}
              number={at + 1}
              isWrong={error !== undefined}
              onChange={(next) => onChange(steps.map((each, index) => (index === at ? next : each)))}
            />
            <Button
              variant="quiet"
              size="sm"
              iconOnly
              data-part="remove"
              className="ms-auto"
              aria-label={t('removeStep', { number: at + 1 })}
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ol>
      <Button
        id={id}
        variant="secondary"
        className="justify-self-start"
        icon={<Plus aria-hidden="true" />}
        onClick={() => {
          onChange([...steps, { days: '', percent: '' }])
          focus(steps.length, 'days')
        }}
      >
        {t('addStep')}
      </Button>
    </fieldset>
  )
}

type StepProps = { step: TypedStep; number: number; isWrong: boolean; onChange: (step: TypedStep) => void }
const parts = ['days', 'percent'] as const

const Step = ({ step, number, isWrong, onChange }: StepProps) => (
  <>
    {parts.map((part) => (
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
          aria-invalid={isWrong || undefined}
          onChange={(event) => onChange({ ...step, [part]: event.target.value })}
        />
      </Field>
    ))}
  </>
)
