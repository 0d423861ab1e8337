import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const pauseMs = 300
type Props = {
  label: string
  hint: string
  /** What the address says. */
  q: string
  onSearch: (q: string) => void
  maxLength?: number
  className?: string
  inputClassName?: string
}

/** The search of a list that keeps it in the address: the list follows the typing once it pauses. */
export function SearchField({ label, hint, q, onSearch, maxLength = 100, className, inputClassName }: Props) {
  const [typed, setTyped] = useState(q)
  const latest = useRef(onSearch)
  latest.current = onSearch
  // A search that came with the address stands in the field; what is being typed is not overwritten by its own echo.
  const known = useRef(q)
  useEffect(() => {
    if (q !== known.current) setTyped(q)
    known.current = q
  }, [q])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === known.current) return
    const place = location.pathname
    const timer = setTimeout(() => {
      // On the way to another section already: nobody is called back for a search.
      if (location.pathname !== place) return
      known.current = wanted
      latest.current(wanted)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Field label={label} className={className}>
      <TextInput
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // The list follows by itself: Enter must not send a form that the search happens to stand in.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        placeholder={hint}
        prefix={<Search aria-hidden="true" />}
        maxLength={maxLength}
        className={inputClassName}
      />
    </Field>
  )
}
