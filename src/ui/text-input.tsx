import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './class-names.ts'
import { useFieldLinks } from './field.tsx'

export type TextInputProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  /** Stands inside the box before the text: an icon or a currency sign. */
  prefix?: ReactNode
}

/** A one-line box. Phones, email addresses and numbers run left to right in every language. */
export function TextInput({ prefix, className, ...rest }: TextInputProps) {
  const ltr = rest.type === 'tel' || rest.type === 'email' || rest.type === 'url' || rest.type === 'number'
  const box = (
    <input
      dir={ltr ? 'ltr' : undefined}
      {...rest}
      {...useFieldLinks(rest)}
      type={rest.type ?? 'text'}
      className={joinClasses('input', ltr && 'rtl:text-end', className)}
    />
  )
  if (prefix == null) return box
  return (
    <span className="input-affix">
      {typeof prefix === 'string' ? <span aria-hidden="true">{prefix}</span> : prefix}
      {box}
    </span>
  )
}

/** A tap shows the caret only: the rest of the field, and what it grows by, must not lie under a bar (WCAG 2.4.11). */
const keepInView = (field: HTMLTextAreaElement) => field.scrollIntoView({ block: 'nearest' })

/** A box of several lines that grows with its text. */
export function TextArea({ className, onFocus, onInput, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...rest}
      {...useFieldLinks(rest)}
      className={joinClasses('input', className)}
      onFocus={(event) => {
        keepInView(event.currentTarget)
        onFocus?.(event)
      }}
      onInput={(event) => {
        keepInView(event.currentTarget)
        onInput?.(event)
      }}
    />
  )
}
