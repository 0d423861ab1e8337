import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import type { ComboboxOption } from '../../ui/combobox-match.ts'
import { Field } from '../../ui/field.tsx'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { kindName } from '../labels.tsx'
import { countText, textOf } from '../text.ts'

const t = textOf('departures')
const pauseMs = 250

/** The services with departures that match; the server searches all of them. */
function useServices(q: string): readonly ComboboxOption[] {
  const day = agencyToday()
  const { data } = useQuery({
    queryKey: ['departing-services', day, q],
    queryFn: () => api.booking.admin.departureDays({ from: day, days: 1, ...(q && { q }) }),
    placeholderData: keepPreviousData,
  })
  return (data?.services ?? []).map(({ service_id, service_title, service_type }) => ({
    value: service_id,
    label: `${service_title} (${kindName(service_type)})`,
  }))
}

/** The typed words, after a pause. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}

type Props = { value: string; error: string | undefined; onChange: (id: string) => void }

/** Chooses one of all services with departures. */
export function ServiceField({ value, error, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ComboboxOption | null>(null)
  const matches = useServices(usePaused(typed.trim()))
  const isListed = chosen === null || matches.some((each) => each.value === chosen.value)
  const options = isListed ? matches : [chosen, ...matches]
  const choose = (id: string) => {
    setChosen(options.find((each) => each.value === id) ?? null)
    onChange(id)
  }
  return (
    <Field label={t('service')} required error={error}>
      <Combobox
        options={options}
        value={value}
        onChange={choose}
        onType={setTyped}
        listLabel={t('serviceList')}
        emptyText={t('noService')}
        countText={countText}
        placeholder={t('chooseService')}
      />
    </Field>
  )
}
