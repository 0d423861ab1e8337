import { type ReactNode, useId } from 'react'
import { FieldError } from '../../ui/field.tsx'
import type { Editing } from './editing.ts'

/** A field with a marked text (kernel/marked-text). */
export type MarkedFieldProps = {
  id?: string | undefined
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  value: string
  onChange: (text: string) => void
}

export type TextLinks = {
  readonly id: string
  /** What the text says about itself to assistive technology. */
  readonly attributes: Readonly<Record<string, string>>
}

type LinksOptions = {
  id?: string | undefined
  hint?: boolean
  error?: string | undefined
  required?: boolean | undefined
  isDisabled?: boolean
  isLine?: boolean
}

/** The links between an editable text and its label, hint and error, which `RichField` draws. */
export function useTextLinks({ id: own, hint, error, required, isDisabled, isLine }: LinksOptions): TextLinks {
  const made = useId()
  const id = own ?? made
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    attributes: {
      id,
      role: 'textbox',
      'aria-multiline': isLine ? 'false' : 'true',
      'aria-labelledby': `${id}-label`,
      ...(described && { 'aria-describedby': described }),
      ...(error && { 'aria-invalid': 'true' }),
      ...(required && { 'aria-required': 'true' }),
      ...(isDisabled && { 'aria-readonly': 'true' }),
      class: `text-surface${isLine ? ' is-line' : ''}`,
    },
  }
}

type Props = { id: string; label: ReactNode; hint?: ReactNode; error?: string | undefined; children: ReactNode }

/** Label, hint and error of an editable text. A browser's own label names form controls only. */
export const RichField = ({ id, label, hint, error, children }: Props) => (
  <div className="field">
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same as pressing a label, the text itself takes the focus by Tab */}
    {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
    <span id={`${id}-label`} className="field-label" onClick={() => document.getElementById(id)?.focus()}>
      {label}
    </span>
    {hint != null ? (
      <span id={`${id}-hint`} className="field-hint">
        {hint}
      </span>
    ) : null}
    {children}
    <FieldError id={`${id}-error`} error={error} />
  </div>
)

type FrameProps = { editing: Editing; tools?: ReactNode; onFocus?: () => void; children?: ReactNode }

/** The text with its tools; children are drawn over it. */
export const TextFrame = ({ editing, tools, onFocus, children }: FrameProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: hears of the focus of what is inside
  <div className="text-frame" onFocus={onFocus}>
    {tools}
    <div ref={editing.place} />
    {children}
  </div>
)
