import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './class-names.ts'
import { useFieldLinks } from './field.tsx'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'prefix'> & {
  label: ReactNode
  /** Read aloud, not drawn: where a heading beside it says what is switched. */
  hideLabel?: boolean | undefined
  hint?: ReactNode
}

/** On or off. For a choice between two options use radios. */
export function Switch({ label, hideLabel, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={joinClasses('flex min-h-12 cursor-pointer items-center gap-3', className)}>
      <span className="relative inline-flex h-7 w-12 flex-none">
        <input
          {...rest}
          {...useFieldLinks(rest)}
          type="checkbox"
          role="switch"
          aria-checked={rest.checked}
          className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full border-2 border-control bg-sunken checked:border-primary checked:bg-primary disabled:opacity-60"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-1.5 top-1.5 size-4 rounded-full bg-control transition-transform peer-checked:translate-x-5 peer-checked:bg-on-primary motion-reduce:transition-none rtl:peer-checked:-translate-x-5"
        />
      </span>
      <span className={hideLabel ? 'sr-only' : undefined}>
        {label}
        {hint != null ? <span className="check-hint">{hint}</span> : null}
      </span>
    </label>
  )
}
