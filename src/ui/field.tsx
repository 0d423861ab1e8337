import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { joinClasses } from './class-names.ts'

type FieldLinks = {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<FieldLinks | null>(null)

export type FieldProps = {
  label: ReactNode
  /** Stands between label and control: why it is asked, or its form. */
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  /** The word shown after the label of a field that may stay empty, for instance '(optional)'. */
  optionalLabel?: string | undefined
  /** The label is read aloud but not drawn. */
  hideLabel?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
  /** One control of this folder: TextInput, TextArea or Select. */
  children: ReactNode
}

/** Label, hint and error of one control; the control inside finds its id and descriptions by itself. */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, optionalLabel, hideLabel, className, children } = props
  const generated = useId()
  const id = props.id ?? generated
  const describedBy = joinClasses(hint != null && `${id}-hint`, error && `${id}-error`) || undefined
  return (
    <div className={joinClasses('field', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {optionalLabel ? <span className="field-optional"> {optionalLabel}</span> : null}
      </label>
      {hint != null ? (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      ) : null}
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** The sentence below a control or a group of radios. */
export function FieldError({ id, error }: { id?: string | undefined; error?: string | undefined }) {
  if (!error) return null
  return (
    <span id={id} className="field-error">
      <CircleAlert aria-hidden="true" />
      <span>{error}</span>
    </span>
  )
}

type ControlLinks = {
  id?: string | undefined
  required?: boolean | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** What a control inside a Field says about itself; its own props win. */
export function useFieldLinks(own: ControlLinks): ControlLinks {
  const field = use(FieldContext)
  return {
    id: own.id ?? field?.id,
    required: own.required ?? (field?.required || undefined),
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  }
}
