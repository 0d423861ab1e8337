import { type FormEvent, useEffect, useId, useState } from 'react'
import type { LocalDate } from '../../kernel/dates.ts'
import { Button } from '../../ui/button.tsx'
import { useShop } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'
import { localHref } from '../routing/local-href.ts'
import { useKind } from '../routing/page.ts'
import { type ListSearch, writeListSearch } from './list-search.ts'

type DateFilterProps = {
  search: ListSearch
  /** The day that the list is filtered by. */
  date: LocalDate | null
  dates: { readonly min: LocalDate; readonly max: LocalDate }
  onChange: (next: Partial<ListSearch>) => void
}

/** The day of travel. Applies as soon as a day is complete; without script the browser submits it. */
export function DateFilter({ search, date, dates, onChange }: DateFilterProps) {
  const t = useText('list')
  const { listHref } = useKind()
  const id = useId()
  const { prefix } = useShop()
  const [typed, setTyped] = useState(date ?? '')
  useEffect(() => setTyped(date ?? ''), [date])
  const type = (value: string) => {
    setTyped(value)
    if (value === '' || (value >= dates.min && value <= dates.max)) onChange({ date: value || undefined })
  }
  const { date: _date, ...others } = writeListSearch({ ...search, page: 1 })
  return (
    <form
      action={localHref(prefix, listHref)}
      onSubmit={(event: FormEvent) => event.preventDefault()}
      className="flex min-w-0 items-center gap-2 max-sm:w-full"
    >
      {Object.entries(others).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={String(value)} />,
      )}
      <label htmlFor={id} className="flex-none text-sm font-semibold">
        {t('date')}
      </label>
      <input
        id={id}
        type="date"
        name="date"
        min={dates.min}
        max={dates.max}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        className="input min-w-0 flex-1 sm:w-44 sm:flex-none"
      />
      <noscript>
        <Button type="submit" variant="secondary">
          {t('showSome')}
        </Button>
      </noscript>
    </form>
  )
}
