import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { Sale } from '../../modules/payment/contract.ts'
import { findKind } from '../../services/index.ts'
import type { BookingDetails, KindRules, KindShop } from '../../services/kind.ts'
import { api, newAttempt, readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'
import { draftFor, type Errors, emptySale, errorsAfter, quoteRequest, type SaleDraft, saleRequest } from './sale.ts'

const t = textOf('newBooking')
const pauseMs = 300

/** What was made, and the way to pay that was asked for. */
export type Sold = Sale & { readonly wanted: string | null }

/** The parts of a kind that its booking form is drawn from; fetched when an item of it is chosen. */
export interface SoldKind {
  readonly leadName: KindRules['leadName']
  readonly ownForm: KindRules['ownForm']
  /** What staff answer in the customer's place; null: the kind's own questions are asked. */
  readonly saleDetails: BookingDetails | null
  readonly shop: KindShop
}
async function loadKind(key: string): Promise<SoldKind> {
  const kind = findKind(key)
  if (!kind) throw new Error(`No such kind: ${key}`)
  const [{ fields }, { rules }, { shop }] = await Promise.all([kind.fields(), kind.rules(), kind.shop()])
  return { leadName: rules.leadName, ownForm: rules.ownForm, saleDetails: fields.admin?.saleDetails ?? null, shop }
}

export type Chosen = { readonly item: ServiceDetail; readonly kind: SoldKind }
export async function chooseItem(kind: string, idOrSlug: string): Promise<Chosen> {
  const [answer, sold] = await Promise.all([api.catalogue.get({ kind, idOrSlug }), loadKind(kind)])
  if (!('service' in answer)) throw new Error(`Moved: ${idOrSlug}`)
  return { item: answer.service, kind: sold }
}

export type QuoteRequest = ReturnType<typeof quoteRequest>
const quoteOf = (request: QuoteRequest) => ({
  queryKey: ['sale-quote', request],
  queryFn: () => api.booking.quote(request),
  staleTime: 15_000,
})

/** The last value that has stood for a while: the server is not asked at every letter. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The server's price of what stands in the form; none until an item is chosen. `isNow`: nothing was changed since. */
function useQuote(chosen: Chosen | null, draft: SaleDraft) {
  const now = JSON.stringify(chosen && quoteRequest(draft, chosen.item))
  const settled = useSettled(now)
  const request = JSON.parse(settled) as QuoteRequest | null
  const quote = useQuery({
    ...quoteOf(request ?? ({} as QuoteRequest)),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { quote, isNow: now === settled && !quote.isPlaceholderData }
}

/** The whole form: item, answers, the server's price and objections, and sending it once. */
export function useSale(onSold: (sold: Sold) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [draft, setDraft] = useState<SaleDraft>(emptySale)
  const [errors, setErrors] = useState<Errors>({})
  const { quote, isNow } = useQuote(chosen, draft)
  const change = (next: Partial<SaleDraft>) => {
    const after = { ...draft, ...next }
    setErrors(errorsAfter(errors, draft, after))
    setDraft(after)
  }
  const choose = (next: Chosen | null) => {
    setChosen(next)
    setErrors({})
    if (next) setDraft(draftFor(next.item, next.kind.saleDetails ?? {}, draft))
  }
  const sending = useSending({ chosen, draft, shown: quote.data?.price.final ?? null }, setErrors, onSold)
  return {
    ...{ chosen, choose, draft, change, quote, isNow },
    errors: { ...(isNow && toldAtOnce(quote.data?.errors ?? [], draft)), ...errors },
    isDirty: draft !== emptySale || chosen !== null,
    ...sending,
  }
}
export type SaleForm = ReturnType<typeof useSale>

/** An answer that cannot be had is objected to at once, such as a full slot; what is missing only when it is sent. */
function toldAtOnce(errors: readonly { path: string; message: string }[], draft: SaleDraft): Errors {
  const isGiven: Errors = { travel_date: draft.date, travel_time: draft.time, promo_code: draft.promo }
  return Object.fromEntries(
    errors.flatMap(({ path, message }) => (isGiven[path] || path.endsWith('_count') ? [[path, message]] : [])),
  )
}

/** Where the kind asks for the name itself, its own field says that it is missing. */
function objectionsOf(error: unknown, chosen: Chosen | null): Errors {
  const named = readFieldErrors(error).map(({ path, message }) => [path, message] as const)
  return Object.fromEntries(chosen?.kind.leadName ? named.filter(([path]) => path !== 'customer_name') : named)
}

type Sending = {
  readonly chosen: Chosen | null
  readonly draft: SaleDraft
  readonly shown: { minor: number; currency: string } | null
}

/** Sends the sale once, at the price that was shown; another price is shown first (D56). */
function useSending(
  { chosen, draft, shown }: Sending,
  onErrors: (errors: Errors) => void,
  onSold: (sold: Sold) => void,
) {
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const key = useRef(newAttempt())
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  const sell = async ({ item, kind }: Chosen) => {
    const request = quoteRequest(draft, item)
    const { price } = await queries.fetchQuery({ ...quoteOf(request), staleTime: 0 })
    if (shown && (shown.minor !== price.final.minor || shown.currency !== price.final.currency)) {
      setFault(t('priceNow', { price: formatMoney(price.final, { exact: true }) }))
      return
    }
    const sale = saleRequest(draft, item, price.final, kind.leadName)
    const made = await api.payment.admin.sell(sale, { context: { idempotencyKey: key.current(sale) } })
    onSold({ ...made, wanted: sale.payment_method })
  }
  const refuse = (error: unknown) => {
    const found = objectionsOf(error, chosen)
    onErrors(found)
    setAttempt((before) => before + 1)
    if (Object.keys(found).length === 0) setFault(readFault(error).message || t('failed'))
    // The price or the places may be others by now.
    void queries.invalidateQueries({ queryKey: ['sale-quote'] })
  }
  const submit = async () => {
    if (!chosen || isBusy.current) return
    isBusy.current = true
    setSending(true)
    setFault(null)
    await sell(chosen).catch(refuse)
    isBusy.current = false
    setSending(false)
  }
  return { submit, isSending, fault, attempt }
}
