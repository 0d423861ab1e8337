import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { joinClasses } from './class-names.ts'

export type StepperProps = {
  label: ReactNode
  hint?: ReactNode
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** What the two buttons do, readable alone: 'Remove one adult', 'Add one adult'. */
  decreaseLabel: string
  increaseLabel: string
  /** The number as shown, when it is not plain digits. */
  valueText?: string | undefined
  /** Also puts the value into a form that is sent without script. */
  name?: string | undefined
  className?: string | undefined
}

/** A count with two buttons. A button at its limit stays focusable, so that the keyboard focus is not lost. */
export function Stepper(props: StepperProps) {
  const { label, hint, value, min, max, onChange, decreaseLabel, increaseLabel, valueText, name, className } = props
  const id = useId()
  const step = (next: number) => {
    if (next >= min && next <= max) onChange(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie its legend and buttons on one line everywhere
    <div role="group" aria-labelledby={`${id}-label`} className={joinClasses('stepper', className)}>
      <span className="stepper-label">
        <span id={`${id}-label`}>{label}</span>
        {hint != null ? <span className="stepper-hint">{hint}</span> : null}
      </span>
      <span className="stepper-controls">
        <StepButton label={decreaseLabel} atLimit={value <= min} onPress={() => step(value - 1)}>
          <Minus aria-hidden="true" />
        </StepButton>
        <output aria-live="polite">{valueText ?? value}</output>
        <StepButton label={increaseLabel} atLimit={value >= max} onPress={() => step(value + 1)}>
          <Plus aria-hidden="true" />
        </StepButton>
      </span>
      {name ? <input type="hidden" name={name} value={value} /> : null}
    </div>
  )
}

type StepButtonProps = { label: string; atLimit: boolean; onPress: () => void; children: ReactNode }

function StepButton({ label, atLimit, onPress, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className="stepper-button"
      aria-label={label}
      aria-disabled={atLimit || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
