import texts from 'shop-messages:waiting'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod'
import type { LocalDate } from '../../kernel/dates.ts'
import type { availability } from '../../modules/inventory/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import type { BookingForm } from '../booking-form/use-booking-form.ts'
import { useShop } from '../client/context.tsx'
import { useShownInstant } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

type Days = ReadonlyMap<LocalDate, z.infer<typeof availability>['days'][number]>

const name = 'waiting'
/** Removes the token from the address, which third-party scripts may read; the draft keeps it. */
function takeToken(): string {
  const url = new URL(location.href)
  const token = url.searchParams.get(name) ?? ''
  if (token === '') return ''
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
  return token
}

/** The offer whose link opened this form; undefined while it loads. */
export function useOffer({ draft, change, service }: BookingForm) {
  const { api } = useShop()
  const token = draft.offer
  const { data, isLoading } = useQuery({
    queryKey: ['waiting-offer', token],
    queryFn: () => api.inventory.waiting.offer({ token }),
    enabled: token !== '',
    retry: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once
  useEffect(() => {
    const given = takeToken()
    if (given !== '') change({ offer: given })
  }, [])
  if (isLoading) return undefined
  return data?.service_id === service.id ? data : null
}
type Offer = NonNullable<ReturnType<typeof useOffer>>

/** Lets customers choose the departure of their open offer although it is sold out. */
export function withOffer(days: Days, offer: Offer | null | undefined): Days {
  const day = offer?.is_open ? days.get(offer.date) : undefined
  if (!offer || !day) return days
  const departures = day.departures.map((each) =>
    each.time === offer.time && each.reason === 'full' ? { ...each, state: 'open' as const, reason: null } : each,
  )
  const state = departures.some(({ state }) => state === 'open') ? 'open' : day.state
  return new Map(days).set(offer.date, { ...day, state, departures })
}

/** Shows until when the places are held, or that the offer has ended. */
export function OfferNotice({ offer, form: { draft } }: { offer: Offer | null | undefined; form: BookingForm }) {
  const t = useText('waiting')
  const shownInstant = useShownInstant()
  if (!offer) return null
  if (!offer.is_open)
    return (
      <Notice tone="warn" role="status" title={t('overTitle')}>
        {t('overText')}
      </Notice>
    )
  if (draft.date !== offer.date) return null
  return (
    <Notice tone="success" role="status" title={t('heldTitle')}>
      {t('heldText', { at: shownInstant(offer.until) })}
    </Notice>
  )
}
