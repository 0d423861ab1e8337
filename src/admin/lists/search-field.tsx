import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const pauseMs = 300
type Props = {
  label: string
  hint: string
  q: string
  onSearch: (q: string) => void
  /** Called with each change of the text, for actions that must use what the field shows. */
  onType?: (q: string) => void
  maxLength?: number
  hideLabel?: boolean
  className?: string
  inputClassName?: string
}

/**
 * The search field of a list. The query is kept in the address and updates after a pause in typing, at once on Enter and
 * on leaving the field.
 */
export function SearchField(props: Props) {
  const { label, hint, q, onSearch, onType, maxLength = 100, hideLabel, className, inputClassName } = props
  const [typed, setTyped] = useState(q)
  const latest = useRef(onSearch)
  latest.current = onSearch
  // A query from the address fills the field, but must not overwrite what is being typed.
  const known = useRef(q)
  useEffect(() => {
    if (q !== known.current) setTyped(q)
    known.current = q
  }, [q])
  const apply = (wanted: string) => {
    if (wanted === known.current) return
    known.current = wanted
    latest.current(wanted)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === known.current) return
    const place = location.pathname
    const timer = setTimeout(() => {
      // The user has already left the section: do not navigate back.
      if (location.pathname !== place) return
      known.current = wanted
      latest.current(wanted)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Field label={label} hideLabel={hideLabel} className={className}>
      <TextInput
        type="search"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          onType?.(event.target.value.trim())
        }}
        onBlur={() => apply(typed.trim())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Must not submit a surrounding form.
          event.preventDefault()
          apply(typed.trim())
        }}
        placeholder={hint}
        prefix={<Search aria-hidden="true" />}
        maxLength={maxLength}
        className={inputClassName}
      />
    </Field>
  )
}
