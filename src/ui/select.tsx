import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { joinClasses } from './class-names.ts'
import { useFieldLinks } from './field.tsx'

export type SelectOption = { value: string; label: string; lang?: string | undefined; disabled?: boolean | undefined }

export type SelectProps = ComponentProps<'select'> & {
  /** Or give <option> and <optgroup> children. */
  options?: readonly SelectOption[] | undefined
  /** The first, empty choice, for instance 'Select a country'. */
  placeholder?: string | undefined
}

/** The browser's own select: the best wheel on every phone, and it works before any script. */
export function Select({ options, placeholder, className, children, ...rest }: SelectProps) {
  return (
    <span className="select block">
      <select {...rest} {...useFieldLinks(rest)} className={joinClasses('input', className)}>
        {placeholder != null ? <option value="">{placeholder}</option> : null}
        {options?.map(({ label, ...option }) => (
          <option key={option.value} {...option}>
            {label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  )
}
