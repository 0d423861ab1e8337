import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Selected } from '../../lists/selection.ts'
import { type BookingSearch, filterOf } from '../filters.ts'

const none: Selected = new Map()
const queryKey = ['selected-bookings']
type Kept = { readonly filter: string; readonly selected: Selected }

/**
 * The selected bookings of the list, as long as its filter stays: what a changed filter hides must not be part of an action.
 * They are kept in memory while a booking is opened and left again.
 */
export function useSelection(search: BookingSearch): [Selected, (selected: Selected) => void] {
  const client = useQueryClient()
  const filter = JSON.stringify(filterOf(search))
  const [kept, setKept] = useState(() => client.getQueryData<Kept>(queryKey) ?? { filter, selected: none })
  const select = (selected: Selected) => {
    const next = { filter, selected }
    client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY, structuralSharing: false })
    client.setQueryData<Kept>(queryKey, next)
    setKept(next)
  }
  const isOther = kept.filter !== filter
  // Going back to a filter must not bring its old selection back.
  useEffect(() => {
    if (isOther) client.removeQueries({ queryKey, exact: true })
  }, [isOther, client])
  return [isOther ? none : kept.selected, select]
}
