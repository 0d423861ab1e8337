import { type ComponentProps, type ReactNode, useId } from 'react'
import { joinClasses } from './class-names.ts'
import { FieldError } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      <label className="check">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>
          {label}
          {hint != null ? <span className="check-hint">{hint}</span> : null}
        </span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export type GroupProps = {
  legend: ReactNode
  hideLegend?: boolean | undefined
  /** One name per group and page; radios of one name exclude each other. */
  name: string
  /** Leave out to let the browser hold the choice (with `defaultValue`). */
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
  onBlur?: (() => void) | undefined
  error?: string | undefined
  required?: boolean | undefined
  className?: string | undefined
}

export function ChoiceGroup({ legend, hideLegend, error, className, children }: GroupProps & { children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className={className} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'group-legend'}>{legend}</legend>
      {children}
      {error ? (
        <div className="mt-2">
          <FieldError id={`${id}-error`} error={error} />
        </div>
      ) : null}
    </fieldset>
  )
}

export function radioProps(group: GroupProps, value: string, disabled: boolean | undefined): ComponentProps<'input'> {
  const held =
    group.value === undefined ? { defaultChecked: group.defaultValue === value } : { checked: group.value === value }
  return {
    ...held,
    type: 'radio',
    name: group.name,
    value,
    disabled,
    required: group.required,
    'aria-invalid': group.error ? true : undefined,
    onChange: () => group.onChange?.(value),
    onBlur: group.onBlur,
  }
}

export type RadioCardOption = {
  value: string
  title: ReactNode
  description?: ReactNode
  badge?: ReactNode
  /** Stands at the far end: a price or a row of card logos. */
  aside?: ReactNode
  disabled?: boolean | undefined
}

/** One choice of a few, each with room to explain itself. */
export function RadioCards(props: GroupProps & { options: readonly RadioCardOption[] }) {
  return (
    <ChoiceGroup {...props}>
      <div className="radio-cards">
        {props.options.map((option) => (
          <label key={option.value} className="radio-card">
            <input {...radioProps(props, option.value, option.disabled)} />
            <span className="radio-card-body">
              <span className="radio-card-title">
                {option.title}
                {option.badge}
              </span>
              {option.description != null ? <span className="check-hint">{option.description}</span> : null}
            </span>
            {option.aside}
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}

export type ChipOption = { value: string; label: ReactNode; note?: ReactNode; disabled?: boolean | undefined }

/** One choice of many short ones: times of day, filters. `flow` lets chips be as wide as their words. */
export function ChipRadio(props: GroupProps & { options: readonly ChipOption[]; flow?: boolean | undefined }) {
  return (
    <ChoiceGroup {...props}>
      <div className={joinClasses('chips', props.flow && 'chips-flow')}>
        {props.options.map((option) => (
          <label key={option.value} className="chip">
            <input {...radioProps(props, option.value, option.disabled)} />
            <span>
              {option.label}
              {option.note != null ? <span className="chip-note">{option.note}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}

export type DateStripDay = {
  /** 'YYYY-MM-DD' */
  value: string
  /** 'Sat', '21', 'Nov': already in the visitor's language. */
  weekday: string
  day: string
  month: string
  /** The whole date for a screen reader: 'Saturday 21 November 2026'. */
  label: string
  disabled?: boolean | undefined
}

/** The next days as a row of tiles that scrolls sideways; `after` holds a link to more dates. */
export function DateStrip(props: GroupProps & { days: readonly DateStripDay[]; after?: ReactNode }) {
  return (
    <ChoiceGroup {...props}>
      <div className="days">
        {props.days.map((day) => (
          <label key={day.value} className="day">
            <input {...radioProps(props, day.value, day.disabled)} aria-label={day.label} />
            <span aria-hidden="true">{day.weekday}</span>
            <b aria-hidden="true">{day.day}</b>
            <span aria-hidden="true">{day.month}</span>
          </label>
        ))}
      </div>
      {props.after}
    </ChoiceGroup>
  )
}
