import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { Fault } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'
import { KeyHint } from './key-hint.tsx'

const t = textOf('queues')
type Run = { run: (reason?: string) => void; isPending: boolean; fault: string | null }

export type Choice = Run & {
  name: 'approve' | 'reject' | 'reply' | 'ask'
  label: string
  variant: ButtonVariant
  /** Asked before it counts: a question with fields, or a reason. */
  step?: {
    title: string
    hint?: string
    submit: string
    fields?: ReactNode
    /** False while the fields are invalid. */
    canSend?: () => boolean
    reason?: { label: string; needed: string }
  }
  /** What has to be seen first is not there yet. */
  isWaiting?: boolean
}
const letters = { approve: 'a', reject: 'r', reply: 'r', ask: '' } as const
/** Which shortcut presses the button; `r` is one for both. */
const keys = { approve: 'approve', reject: 'reject', reply: 'reject', ask: 'ask' } as const

/** The decision on an entry. At the foot of the window on phones. */
export function DecisionPanel({ choices, children }: { choices: readonly Choice[]; children?: ReactNode }) {
  const [open, setOpen] = useState<string | null>(null)
  const chosen = choices.find(({ name }) => name === open)
  return (
    <section className="queue-decision card" aria-label={t('decision')}>
      <div className="grid grid-cols-1 gap-3 p-4 wrap-anywhere">
        {chosen?.step ? (
          <Step key={chosen.name} choice={chosen} step={chosen.step} onBack={() => setOpen(null)} />
        ) : (
          <>
            <div className="flex flex-wrap gap-2">
              {choices.map((choice) => (
                <Button
                  key={choice.name}
                  variant={choice.variant}
                  className="grow"
                  data-key={keys[choice.name]}
                  aria-disabled={choice.isWaiting}
                  loading={choice.isPending}
                  onClick={() => {
                    if (choice.isWaiting) return
                    if (choice.step) setOpen(choice.name)
                    else choice.run()
                  }}
                >
                  {choice.label} {letters[choice.name] ? <KeyHint name={letters[choice.name]} /> : null}
                </Button>
              ))}
              {children}
            </div>
            {choices.map(({ name, fault }) => (
              <Fault key={name} fault={fault} />
            ))}
          </>
        )}
      </div>
    </section>
  )
}

type StepProps = { choice: Choice; step: NonNullable<Choice['step']>; onBack: () => void }

function Step({ choice, step, onBack }: StepProps) {
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isMissing = step.reason !== undefined && reason.trim() === ''
  useEffect(() => {
    const first = form.current?.querySelector<HTMLInputElement>('input, textarea')
    first?.focus()
    first?.select()
  }, [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isMissing && (step.canSend?.() ?? true)) return choice.run(reason.trim())
    setRefused(true)
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const hear = (event: KeyboardEvent) => {
    // An open list of choices has taken the key.
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onBack()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    <form ref={form} noValidate className="grid grid-cols-1 gap-3" onSubmit={send} onKeyDown={hear}>
      <h2 className="text-base">{step.title}</h2>
      {step.hint ? <p className="text-sm text-ink-2">{step.hint}</p> : null}
      {step.fields}
      {step.reason ? (
        <Field label={step.reason.label} required error={isRefused && isMissing ? step.reason.needed : undefined}>
          <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      ) : null}
      <Fault fault={choice.fault} />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" className="grow" variant={choice.variant} loading={choice.isPending}>
          {step.submit}
        </Button>
      </div>
    </form>
  )
}
