import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { RefusalFacts } from '../../kernel/refusal.ts'
import { changedPrice, quoteRequest } from '../../modules/booking/index.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { Sale } from '../../modules/payment/contract.ts'
import { findKind } from '../../services/index.ts'
import type { BookingDetails, KindAdmin, KindForm, KindRules, KindShop } from '../../services/kind.ts'
import { memoryKeys } from '../../ui/priced-form/request-keys.ts'
import { type PriceChange, usePricedForm } from '../../ui/priced-form/use-priced-form.ts'
import { api, readFault, readFieldErrors } from '../api.ts'
import { textOf } from '../text.ts'
import { draftFor, type Errors, emptySale, errorsAfter, type SaleDraft, saleRequest } from './sale.ts'
import { judgedIn, placed, takenErrors } from './taken-travellers.ts'

const t = textOf('newBooking')

export type Sold = Sale & {
  readonly wanted: string | null
  /** Names of travellers whose details could not be saved. */
  readonly unsaved: readonly string[]
}

/** The parts of a kind that the booking form needs, loaded when an item is chosen. */
export interface SoldKind {
  readonly leadName: KindRules['leadName']
  readonly ownForm: KindRules['ownForm']
  readonly rules: Pick<KindRules, 'check'>
  /** Its bookings name each traveller. */
  readonly hasTravellers: boolean
  /** The answers that a traveller of an earlier booking fills in; null: none. */
  readonly takeOver: KindAdmin['takeOver'] | null
  /** Preset answers to the kind's own questions; null when staff answer them. */
  readonly saleDetails: BookingDetails | null
  /** Questions that staff answer in spite of the preset answers. */
  readonly saleSpecs: NonNullable<KindAdmin['saleSpecs']>
  readonly shop: KindShop
  readonly form: KindForm | undefined
}
async function loadKind(key: string): Promise<SoldKind> {
  const kind = findKind(key)
  if (!kind) throw new Error(`No such kind: ${key}`)
  const parts = [kind.fields(), kind.rules(), kind.shop(), kind.form?.()] as const
  const [{ fields }, { rules }, { shop }, own] = await Promise.all(parts)
  const { saleDetails = null, saleSpecs = () => [], takeOver = null } = fields.admin ?? {}
  const { leadName, ownForm } = rules
  const hasTravellers = rules.maxStayDays !== undefined
  return { leadName, ownForm, rules, hasTravellers, takeOver, saleDetails, saleSpecs, shop, form: own?.form }
}

export type Chosen = { readonly item: ServiceDetail; readonly kind: SoldKind }
export async function chooseItem(kind: string, idOrSlug: string): Promise<Chosen> {
  const [answer, sold] = await Promise.all([api.catalogue.get({ kind, idOrSlug }), loadKind(kind)])
  if (!('service' in answer)) throw new Error(`Moved: ${idOrSlug}`)
  return { item: answer.service, kind: sold }
}

interface SaleQuote {
  readonly final: Money
  readonly price: QuoteAnswer['price']
  readonly errors: QuoteAnswer['errors']
  readonly nearest: QuoteAnswer['nearest']
}
type QuoteAnswer = Awaited<ReturnType<typeof api.booking.quote>>

interface FormDraft {
  readonly chosen: Chosen | null
  readonly answers: SaleDraft
}
const emptyDraft: FormDraft = { chosen: null, answers: emptySale }

export function useSale(onSold: (sold: Sold) => void) {
  const form = useEngine(onSold)
  const { refusal, shown, isCurrent, priceChange } = form
  const { chosen, answers } = form.draft
  const [asked, setAsked] = useState(0)
  const wrong = takenErrors(answers, chosen)
  return {
    ...{ chosen, isCurrent, draft: answers },
    price: chosen && (shown?.price ?? null),
    quoteError: form.quoteError,
    requote: form.requote,
    change: (next: Partial<SaleDraft>) =>
      form.change((known) => ({ ...known, answers: { ...known.answers, ...next } })),
    choose: (next: Chosen | null) =>
      form.change((known) => ({
        chosen: next,
        answers: next ? draftFor(next.item, next.kind.saleDetails ?? {}, known.answers) : known.answers,
      })),
    errors: { ...(asked > 0 && wrong), ...(isCurrent && earlyErrors(shown?.errors ?? [], answers)), ...refusal.errors },
    /** Departures with places, where the chosen one cannot be booked. */
    nearest: (isCurrent && shown?.nearest) || [],
    fault: priceChange ? priceQuestion(priceChange) : refusal.message,
    attempt: form.refusals + asked,
    isDirty: answers !== emptySale || chosen !== null,
    isSending: form.isBusy,
    // Pressing again after the new price was shown accepts it (D56).
    submit: () => {
      if (Object.keys(wrong).length > 0) setAsked(asked + 1)
      else if (priceChange) form.answer(true)
      else void form.submit()
    },
  }
}
/** Staff may press before any price was shown: then there is a price to read, and no change of it. */
export const priceQuestion = ({ before, now }: PriceChange): string =>
  t(before ? 'priceNow' : 'priceFirst', { price: formatMoney(now, { exact: true }) })

export type SaleForm = ReturnType<typeof useSale>

/** The priced form (decision 0016) of a phone sale. Closing the dialog discards the draft. */
function useEngine(onSold: (sold: Sold) => void) {
  const queries = useQueryClient()
  const [keys] = useState(memoryKeys)
  type Input = ReturnType<typeof saleOf>
  return usePricedForm({
    emptyDraft,
    quoteRequest: ({ chosen, answers }: FormDraft) => chosen && quoteRequest(answers, chosen.item),
    fetchQuote: async ({ chosen, answers }, isFresh): Promise<SaleQuote> => {
      const request = quoteRequest(answers, known(chosen).item)
      const { price, errors, nearest } = await queries.fetchQuery({
        queryKey: ['sale-quote', request],
        queryFn: () => api.booking.quote(request),
        staleTime: isFresh ? 0 : 15_000,
        retry: false,
      })
      return { final: price.final, price, errors, nearest }
    },
    pauseMs: 300,
    errorsAfter: (errors, before, after) =>
      before.chosen === after.chosen ? errorsAfter(errors, before.answers, after.answers) : {},
    request: saleOf,
    keys,
    send: async ({ travellers, ...sale }: Input, idempotencyKey): Promise<Sold> => {
      const made = await api.payment.admin.sell(sale, { context: { idempotencyKey } })
      const unsaved = await saveTaken(made.booking.id, travellers)
      return { ...made, wanted: sale.payment_method, unsaved }
    },
    readRejection: (error, draft) => {
      const now = readChangedPrice(error)
      if (now) return { now }
      const errors = errorsOf(error, draft.chosen)
      const isWhole = Object.keys(errors).length === 0
      return { errors, message: isWhole ? readFault(error).message || t('failed') : '' }
    },
    onSent: onSold,
  })
}

const saleOf = ({ chosen, answers }: FormDraft, shown: Money) => {
  const { item, kind } = known(chosen)
  return {
    ...saleRequest(answers, item, { shown, leadName: kind.leadName }),
    travellers: placed(judgedIn(answers, { item, kind }), answers.adults),
  }
}

/** Returns the names that could not be saved. The booking is made already, and travellers can be added later. */
async function saveTaken(bookingId: string, travellers: ReturnType<typeof placed>): Promise<readonly string[]> {
  const unsaved: string[] = []
  for (const { position, judged } of travellers) {
    const saving = api.booking.saveTraveller({ bookingId, position, traveller: { ...judged.fields } })
    await saving.catch(() => unsaved.push(judged.traveller.name))
  }
  return unsaved
}
/** Without an item there is no price, so nothing is quoted or sent. */
function known(chosen: Chosen | null): Chosen {
  if (!chosen) throw new Error('No item was chosen')
  return chosen
}

/** Errors shown before submitting, such as a full slot. Missing answers are not among them. */
function earlyErrors(errors: SaleQuote['errors'], answers: SaleDraft): Errors {
  const own = Object.entries(answers.details).map(([name, value]) => [`details.${name}`, String(value ?? '')])
  const filled: Errors = {
    ...Object.fromEntries(own),
    ...{ travel_date: answers.date, travel_time: answers.time, promo_code: answers.promo },
  }
  return Object.fromEntries(
    errors.flatMap(({ path, message }) => (filled[path] || path.endsWith('_count') ? [[path, message]] : [])),
  )
}

/** A kind that asks for the name itself reports a missing one at its own field. */
function errorsOf(error: unknown, chosen: Chosen | null): Errors {
  const named = readFieldErrors(error).map(({ path, message }) => [path, message] as const)
  return Object.fromEntries(chosen?.kind.leadName ? named.filter(([path]) => path !== 'customer_name') : named)
}

function readChangedPrice(error: unknown): Money | null {
  const { data } = (error ?? {}) as { data?: { code?: unknown; facts?: RefusalFacts } }
  return typeof data?.code === 'string' ? changedPrice(data.code, data.facts ?? {}) : null
}
