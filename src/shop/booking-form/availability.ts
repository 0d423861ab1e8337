import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod'
import { addDays, type LocalDate } from '../../kernel/dates.ts'
import type { availability } from '../../modules/inventory/contract.ts'
import { useShop } from '../client/context.tsx'

/** A day as the server sells it. */
export type AvailableDay = z.infer<typeof availability>['days'][number]
type Service = { readonly id: string; readonly kind: string }
export type AvailableDays = ReadonlyMap<LocalDate, AvailableDay>

/** The server's days of a service. The calendar, the strip and the times share the answers. */
export function useAvailability({ id, kind }: Service) {
  const { api } = useShop()
  return (from: LocalDate, to: LocalDate) => ({
    queryKey: ['availability', id, from, to],
    queryFn: () => api.inventory.availability({ kind, idOrSlug: id, from, to }),
    staleTime: 30_000,
  })
}

type AvailabilityProps = {
  service: Service
  today: LocalDate
  /** How many days the strip shows. */
  days: number
  chosen: LocalDate
  /** What is wrong with the choice: somebody else may have taken the places. */
  fault: string | undefined
  onDays: (days: AvailableDays) => void
}

/**
 * Reads what the server sells on the days of the strip, and on the chosen one beyond it. Draws nothing, and is loaded
 * late: until then, and where it cannot be read, the item's own rules stand in, and the server decides about the request.
 */
export function Availability({ service, today, days, chosen, fault, onDays }: AvailabilityProps) {
  const queryOf = useAvailability(service)
  const last = addDays(today, days - 1)
  const isBeyond = chosen !== '' && (chosen < today || chosen > last)
  const { data: near } = useQuery(queryOf(today, last))
  const { data: far } = useQuery({ ...queryOf(chosen, chosen), enabled: isBeyond })
  const client = useQueryClient()
  useEffect(() => {
    if (fault) void client.invalidateQueries({ queryKey: ['availability', service.id] })
  }, [fault, client, service.id])
  useEffect(
    () => onDays(new Map([near, far].flatMap((answer) => answer?.days ?? []).map((day) => [day.date, day]))),
    [near, far, onDays],
  )
  return null
}
