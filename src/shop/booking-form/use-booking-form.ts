import bookingTexts from 'room-messages:modules/booking/shop'
import partyTexts from 'room-messages:services/shared/party'
import { useEffect, useState } from 'react'
import type { Say, Text } from '../../kernel/messages.ts'
import type { Money } from '../../kernel/money.ts'
import type { PriceBreakdown } from '../../services/kind.ts'
import { type PriceChange, usePricedForm } from '../../ui/priced-form/use-priced-form.ts'
import { useSay } from '../../ui/say.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useShop } from '../client/context.tsx'
import { useSession } from '../client/use-session.ts'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { useNow } from '../intl/dates.ts'
import { addMessages } from '../intl/intl.tsx'
import { useGo } from '../routing/link.tsx'
import { bookingKeys, type Draft, dropDraft, emptyDraft, filledIn, readDraft, writeDraft } from './draft.ts'
import {
  type Bookable,
  byField,
  createInput,
  type FormErrors,
  formErrors,
  localPrice,
  quoteInput,
} from './form-rules.ts'
import { type FormWords, useFormWords } from './use-form-words.ts'
import { readRejection, useServerPrice } from './use-server-price.ts'

addMessages(bookingTexts)
addMessages(partyTexts)

export interface BookingForm extends Bookable {
  readonly draft: Draft
  readonly change: (next: Partial<Draft>) => void
  readonly price: PriceBreakdown
  /** Asks the server about a promo code: '' when it is valid, else the reason. */
  readonly checkPromo: (code: string) => Promise<string>
  /** The errors to show. */
  readonly errors: FormErrors
  /** All errors of the present answers, shown or not. */
  readonly wrong: FormErrors
  /** Counts failed attempts: each moves the focus to the first wrong field. */
  readonly attempt: number
  readonly leave: (field: string) => void
  /** The missing day or time that a press led to; '' once it is given. */
  readonly wanted: string
  /** True when these fields are right. A missing day or time gets a hint, anything else an error. */
  readonly check: (fields: readonly string[]) => boolean
  readonly submit: () => Promise<void>
  readonly isSending: boolean
  /** Why the booking itself failed, for a message that stays. */
  readonly failure: string
  /** A new price to agree to before anything is booked (D56). */
  readonly priceChange: PriceChange | null
  readonly answerPrice: (agrees: boolean) => void
  readonly now: Date | null
}

/** What one form adds to the common ones. */
export interface FormExtension {
  readonly words?: Partial<FormWords>
  readonly errors?: (draft: Draft) => FormErrors
  /** Fields of the request beyond the draft's, made when it is sent. */
  readonly finish?: () => Promise<Readonly<Record<string, unknown>>>
  /** The form's field for a path in the server's errors. */
  readonly fieldOf?: (path: string) => string
  readonly onCreated?: () => void
  /** The form itself leads a first press to what is missing. */
  readonly leadsItself?: boolean
}

/** The one form of every kind that is booked in one go: draft, price, errors and submit. */
export function useBookingForm(bookable: Bookable, more: FormExtension = {}): BookingForm {
  const say = useSay()
  const now = useNow()
  const words = useFormWords(bookable.rules, more.words)
  const form = useEngine(bookable, words, more)
  const { draft, refusal } = form
  useContactOfUser(form)
  const allErrors = (at: Date): FormErrors => ({
    ...inWords(formErrors(draft, bookable, at), say),
    ...more.errors?.(draft),
  })
  const wrong = now ? allErrors(now) : {}
  const { wanted, want } = useWanted(draft, wrong)
  const { errors, failures, show, leave } = useShownErrors(refusal.errors, wrong)
  const check = (fields: readonly string[]) => {
    const all = allErrors(new Date())
    if (want(all)) return false
    const isRight = !fields.some((field) => field in all)
    if (!isRight) show(fields)
    return isRight
  }
  const submit = async () => {
    const all = allErrors(new Date())
    const invalid = Object.keys(all)
    if (!more.leadsItself && want(all)) return
    if (invalid.length > 0) {
      show(invalid)
      return showProblem(words.validationTitle, words.validationText)
    }
    clearProblem()
    await form.submit()
  }
  return {
    ...bookable,
    ...{ draft, wrong, wanted, errors, check, leave, submit, now, checkPromo: form.checkPromo },
    change: (next) => form.change((known) => ({ ...known, ...next })),
    price: form.shown ?? localPrice(draft, bookable),
    attempt: failures + form.refusals,
    isSending: form.isBusy,
    failure: refusal.message,
    priceChange: form.priceChange,
    answerPrice: form.answer,
  }
}

/** The server's errors, and those of fields that were left or sent. */
function useShownErrors(refused: FormErrors, wrong: FormErrors) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState(0)
  const touch = (fields: readonly string[]) => setTouched((known) => new Set([...known, ...fields]))
  const isShown = ([field]: [string, string]) => field in refused || touched.has(field)
  const errors: FormErrors = Object.fromEntries(Object.entries({ ...refused, ...wrong }).filter(isShown))
  return {
    ...{ errors, failures },
    leave: (field: string) => touch([field]),
    show: (fields: readonly string[]) => {
      touch(fields)
      setFailures((count) => count + 1)
    },
  }
}

/** No day or time yet is no mistake: the first press leads there, and the next one says what is missing (C162). */
function useWanted(draft: Draft, wrong: FormErrors) {
  const [last, setLast] = useState('')
  const missing = (errors: FormErrors) => {
    if ('travel_date' in errors && !draft.date) return 'travel_date'
    return 'travel_time' in errors && !draft.time ? 'travel_time' : ''
  }
  const wanted = last === missing(wrong) ? last : ''
  const want = (errors: FormErrors) => {
    const field = missing(errors)
    setLast(field)
    return field !== wanted
  }
  return { wanted, want }
}

const inWords = (texts: Readonly<Record<string, Text>>, say: Say): FormErrors =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, say(text)]))

/** The priced form (decision 0016) of a bookable item. */
function useEngine(
  bookable: Bookable,
  words: FormWords,
  { finish, fieldOf = (path) => path, onCreated }: FormExtension,
) {
  const { service, rules } = bookable
  const { api } = useShop()
  const { fetchQuote, checkPromo } = useServerPrice()
  const go = useGo()
  const request = async (draft: Draft, expected: Money) => ({
    ...createInput(draft, bookable, expected),
    ...(await finish?.()),
  })
  type Input = Awaited<ReturnType<typeof request>>
  const form = usePricedForm({
    emptyDraft: emptyDraft(service),
    // What was filled in while the page came alive is newer than the stored draft.
    readDraft: (present: Draft) => ({ ...readDraft(service), ...filledIn(present, service) }),
    writeDraft: (draft) => writeDraft(service, draft),
    // A price that depends on no answer needs no quote.
    quoteRequest: (draft) => (rules.party(service).fixed ? null : quoteInput(draft, bookable)),
    fetchQuote: (draft, isFresh) => fetchQuote(quoteInput(draft, bookable), isFresh),
    localQuote: (draft) => localPrice(draft, bookable),
    request,
    keys: bookingKeys(service.id),
    send: (input: Input, idempotencyKey) => api.booking.create(input, { context: { idempotencyKey } }),
    readRejection: (error) =>
      readRejection(error, ({ errors, message }) =>
        errors.length > 0
          ? { errors: byField(errors.map((each) => ({ ...each, path: fieldOf(each.path) }))), message: '' }
          : { errors: {}, message: failureText(message, words) },
      ),
    onSent: ({ paymentUrl }) => {
      dropDraft(service)
      onCreated?.()
      showToast({ tone: 'success', title: words.createdTitle, description: words.createdText })
      go(pathOf(paymentUrl))
    },
    onRefused: ({ errors, message }) => {
      if (Object.keys(errors).length > 0) showProblem(words.validationTitle, words.validationText)
      else showProblem(words.failedTitle, words.fixedFailedText || message)
    },
  })
  return { ...form, checkPromo: (promo: string) => checkPromo(quoteInput({ ...form.draft, promo }, bookable)) }
}

function failureText(message: string, { fixedFailedText, failedText }: FormWords): string {
  const own = message || (fixedFailedText ? '' : failedText)
  return [own, fixedFailedText].filter(Boolean).join(' ')
}

/** Signed-in customers need not type their name and address. */
function useContactOfUser({ isLoaded, change }: Pick<ReturnType<typeof useEngine>, 'isLoaded' | 'change'>): void {
  const { user } = useSession()
  useEffect(() => {
    if (!isLoaded || !user) return
    change((known) => ({ ...known, name: known.name || user.full_name, email: known.email || user.email }))
  }, [isLoaded, user, change])
}

/** The server gives the payment page's whole address; the router stays in this one. */
function pathOf(address: string): string {
  const url = new URL(address, location.origin)
  return `${url.pathname}${url.search}`
}
