import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { type Money, money } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KindRules, PriceBreakdown } from '../../services/kind.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../api.ts'
import { useShop } from '../context.tsx'
import { useNow } from '../dates.ts'
import { useText } from '../intl.tsx'
import { useGo } from '../link.tsx'
import { clearProblem, showProblem } from '../problem-toast.ts'
import { useSession } from '../use-session.ts'
import { type Draft, dropDraft, emptyDraft, filledIn, idempotencyKeyFor, readDraft, writeDraft } from './draft.ts'
import { byField, createInput, type FormErrors, formErrors, localPrice, quoteInput } from './form-rules.ts'

export interface BookingForm {
  readonly service: ServiceDetail
  readonly rules: KindRules
  readonly draft: Draft
  readonly change: (next: Partial<Draft>) => void
  readonly price: PriceBreakdown
  readonly errors: FormErrors
  /** All that is wrong or missing now, shown or not. */
  readonly wrong: FormErrors
  /** Counts failed attempts: each moves the focus to the first wrong field. */
  readonly attempt: number
  readonly leave: (field: string) => void
  /** True when the fields given are right; else their errors show. */
  readonly check: (fields: readonly string[]) => boolean
  readonly submit: () => Promise<void>
  readonly isSending: boolean
  /** What went wrong with the booking itself, for a message that stays. */
  readonly failure: string
  /** A new price to agree to before anything is booked (D56). */
  readonly newPrice: Money | null
  readonly agree: () => void
  readonly disagree: () => void
  readonly now: Date | null
}

/** What a form says and asks beyond the others. */
export interface FormExtension {
  readonly words?: Partial<FormWords>
  /** What is wrong beyond what the rules of every booking say, by field. */
  readonly errors?: (draft: Draft) => FormErrors
  /** Fields of the request beyond the draft's, made when it is sent; null when it cannot go on and has said why. */
  readonly finish?: () => Promise<Readonly<Record<string, unknown>> | null>
  /** The form's field for a path of the server's objections. */
  readonly fieldOf?: (path: string) => string
  readonly onCreated?: () => void
}
export interface FormWords {
  readonly validationTitle: string
  readonly validationText: string
  readonly failedTitle: string
  /** Where the server gives no sentence of its own. */
  readonly failedText: string
  /** Stands whatever the server says; its sentence comes before it in the page. */
  readonly fixedFailedText: string
  readonly createdTitle: string
  readonly createdText: string
}

function useWords({ ownForm }: KindRules, own: Partial<FormWords> | undefined): FormWords {
  const t = useText('booking')
  return {
    validationTitle: t('validationTitle'),
    validationText: t('validationText'),
    failedTitle: t('failedTitle'),
    failedText: t('failedText'),
    fixedFailedText: ownForm?.failedText ?? '',
    createdTitle: t('createdTitle'),
    createdText: t('createdText'),
    ...own,
  }
}

/** The draft of this tab, once the page is alive; who is signed in need not type their name again. */
function useDraft(service: ServiceDetail) {
  const [draft, setDraft] = useState(() => emptyDraft(service))
  const [isRead, setRead] = useState(false)
  const { user } = useSession()
  const isFirst = useRef(true)
  useEffect(() => {
    const kept = readDraft(service)
    // What was filled in while the page came alive is newer than what was kept.
    const isNew = isFirst.current
    setDraft((known) => (isNew ? { ...kept, ...filledIn(known, service) } : kept))
    isFirst.current = false
    setRead(true)
  }, [service])
  useEffect(() => {
    if (isRead) writeDraft(service, draft)
  }, [isRead, service, draft])
  useEffect(() => {
    if (!isRead || !user) return
    setDraft((known) => ({ ...known, name: known.name || user.full_name, email: known.email || user.email }))
  }, [isRead, user])
  return { draft, setDraft }
}

/** The price by the kind's own rules at once, and the server's as soon as it is there: the server's holds. */
function usePrice(service: ServiceDetail, rules: KindRules, draft: Draft, isOn: boolean): PriceBreakdown {
  const { api } = useShop()
  const input = quoteInput(draft, service, rules)
  const { data } = useQuery({
    queryKey: ['quote', input],
    queryFn: async () => {
      const { price } = await api.booking.quote(input)
      return price as PriceBreakdown
    },
    // A price that depends on nothing that is filled in needs no second opinion before it is sent.
    enabled: isOn && !rules.party(service).fixed,
    staleTime: 30_000,
    retry: false,
  })
  return data ?? localPrice(draft, service, rules)
}

export function useBookingForm(service: ServiceDetail, rules: KindRules, more: FormExtension = {}): BookingForm {
  const now = useNow()
  const { draft, setDraft } = useDraft(service)
  const price = usePrice(service, rules, draft, now !== null)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FormErrors>({})
  const [attempt, countAttempt] = useReducer((count: number) => count + 1, 0)
  const words = useWords(rules, more.words)
  const sending = useSending(service, rules, words, more, { onErrors: setServerErrors, onFailed: countAttempt })
  const allErrors = (at: Date): FormErrors => ({ ...formErrors(draft, service, rules, at), ...more.errors?.(draft) })
  const wrong = now ? allErrors(now) : {}
  const shown = Object.fromEntries(
    Object.entries({ ...serverErrors, ...wrong }).filter(([field]) => field in serverErrors || touched.has(field)),
  )
  const change = (next: Partial<Draft>) => {
    setServerErrors({})
    setDraft((known) => ({ ...known, ...next }))
  }
  const check = (fields: readonly string[]) => {
    const found = allErrors(new Date())
    setTouched((known) => new Set([...known, ...fields]))
    const isRight = !fields.some((field) => field in found)
    if (!isRight) countAttempt()
    return isRight
  }
  const submit = async () => {
    const found = Object.keys(allErrors(new Date()))
    if (found.length > 0) {
      check(found)
      showProblem(words.validationTitle, words.validationText)
      return
    }
    await sending.send(draft, price)
  }
  return {
    ...{ service, rules, draft, change, price, attempt, check, submit, now },
    errors: shown,
    wrong,
    leave: (field) => setTouched((known) => new Set([...known, field])),
    isSending: sending.isSending,
    failure: sending.failure,
    newPrice: sending.newPrice,
    agree: () => void sending.agree(draft, price),
    disagree: sending.disagree,
  }
}

type Reaction = { onErrors: (errors: FormErrors) => void; onFailed: () => void }

/** Sends a booking once, however often the button is pressed, and asks when the price is another (D31, D56). */
function useSending(
  service: ServiceDetail,
  rules: KindRules,
  words: FormWords,
  { finish, onCreated, fieldOf = (path) => path }: FormExtension,
  { onErrors, onFailed }: Reaction,
) {
  const { api } = useShop()
  const go = useGo()
  const isBusy = useRef(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const [newPrice, setNewPrice] = useState<Money | null>(null)

  const send = async (draft: Draft, price: PriceBreakdown) => {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    setFailure('')
    clearProblem()
    try {
      const others = finish ? await finish() : {}
      if (!others) return
      const input = { ...createInput(draft, service, rules, price), ...others }
      const created = await api.booking.create(input, {
        context: { idempotencyKey: idempotencyKeyFor(service, input) },
      })
      dropDraft(service)
      onCreated?.()
      showToast({ tone: 'success', title: words.createdTitle, description: words.createdText })
      go(pathOf(created.paymentUrl))
    } catch (error) {
      refuse(error)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  const refuse = (error: unknown) => {
    const problem = readProblem(error)
    const { minor, currency } = problem.facts
    if (problem.code === 'booking/price-changed' && typeof minor === 'number' && typeof currency === 'string') {
      setNewPrice(money(minor, currency))
      return
    }
    if (problem.errors.length > 0) {
      onErrors(byField(problem.errors.map(({ path, message }) => ({ path: fieldOf(path), message }))))
      onFailed()
      showProblem(words.validationTitle, words.validationText)
      return
    }
    const { fixedFailedText: fixed, failedTitle, failedText } = words
    const message = problem.message || (fixed ? '' : failedText)
    setFailure([message, fixed].filter(Boolean).join(' '))
    showProblem(failedTitle, fixed || message)
  }
  return {
    ...{ send, isSending, failure, newPrice },
    agree: async (draft: Draft, price: PriceBreakdown) => {
      if (!newPrice) return
      setNewPrice(null)
      await send(draft, { ...price, final: newPrice })
    },
    disagree: () => setNewPrice(null),
  }
}

/** The server names the payment page by its whole address; the router stays in this one. */
function pathOf(address: string): string {
  const url = new URL(address, location.origin)
  return `${url.pathname}${url.search}`
}
