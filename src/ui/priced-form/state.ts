// The states of a form that is sent with the price it shows. Pure: `engine.ts` quotes, sends and stores.
import type { Money } from '../../kernel/money.ts'

export interface Quote {
  readonly final: Money
}
/** Why the server did not accept the form. */
export interface Refusal {
  /** By the form's field names. */
  readonly errors: Readonly<Record<string, string>>
  /** For the form as a whole; '' where the field errors say it all. */
  readonly message: string
}

export type Step =
  | { readonly name: 'editing' }
  /** Submitted before the price of these answers was known; `shown` is what the user saw. */
  | { readonly name: 'pricing'; readonly shown: Money | null }
  | { readonly name: 'sending'; readonly expected: Money }
  /** The price differs from the one shown: nothing is sent until the user agrees to `now`. */
  | { readonly name: 'asking'; readonly before: Money | null; readonly now: Money }
  | { readonly name: 'sent' }

export interface PricedFormState<Draft, Q extends Quote> {
  readonly draft: Draft
  /** False until the stored draft has been read. */
  readonly isLoaded: boolean
  /** Identifies the answers that need a price; null when there is nothing to price. */
  readonly wanted: string | null
  /** Numbers the questions for a price: only the answer to the last one counts. */
  readonly round: number
  readonly quote: { readonly key: string; readonly round: number; readonly value: Q } | null
  /** Why the newest quote failed; undefined when it did not. */
  readonly quoteError: unknown
  /** The server has refused the price shown, and no newer quote has arrived yet. */
  readonly isDoubted: boolean
  readonly step: Step
  readonly refusal: Refusal
  /** Counts refusals: each new number moves the focus to the first error. */
  readonly refusals: number
}

export type PricedFormEvent<Draft, Q extends Quote> =
  | { readonly type: 'loaded'; readonly draft: Draft; readonly wanted: string | null }
  | {
      readonly type: 'changed'
      readonly draft: Draft
      readonly wanted: string | null
      readonly errors: Refusal['errors']
    }
  | { readonly type: 'quoted'; readonly key: string; readonly round: number; readonly quote: Q }
  | {
      readonly type: 'quote-failed'
      readonly key: string
      readonly round: number
      readonly error: unknown
      readonly refusal: Refusal
    }
  | { readonly type: 'requoted' }
  | { readonly type: 'submitted'; readonly shown: Money | null; readonly isCurrent: boolean }
  | { readonly type: 'agreed' }
  | { readonly type: 'declined' }
  | { readonly type: 'price-changed'; readonly now: Money }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  | { readonly type: 'sent' }
  | { readonly type: 'restarted'; readonly draft: Draft; readonly wanted: string | null }

export const noRefusal: Refusal = { errors: {}, message: '' }
const editing: Step = { name: 'editing' }

export const initialState = <Draft, Q extends Quote>(draft: Draft): PricedFormState<Draft, Q> => ({
  draft,
  isLoaded: false,
  wanted: null,
  round: 0,
  quote: null,
  quoteError: undefined,
  isDoubted: false,
  step: editing,
  refusal: noRefusal,
  refusals: 0,
})

const isSame = (a: Money | null, b: Money): boolean => a?.minor === b.minor && a.currency === b.currency

/** The quote to show: the server's for these answers, else the local estimate, else the last one. */
export function shownQuote<Draft, Q extends Quote>(state: PricedFormState<Draft, Q>, local: Q | null): Q | null {
  if (state.quote !== null && state.quote.key === state.wanted) return state.quote.value
  return local ?? state.quote?.value ?? null
}

/** Whether `shownQuote` is the price of the present answers, as far as this browser knows. */
export function isQuoteCurrent<Draft, Q extends Quote>(state: PricedFormState<Draft, Q>, local: Q | null): boolean {
  const { quote, wanted, round } = state
  if (quote !== null && quote.key === wanted && quote.round === round) return true
  return local !== null && (wanted === null || !state.isDoubted)
}

/** The state after an event. An event that does not fit the present step changes nothing. */
export function reduce<Draft, Q extends Quote>(
  state: PricedFormState<Draft, Q>,
  event: PricedFormEvent<Draft, Q>,
): PricedFormState<Draft, Q> {
  switch (event.type) {
    case 'loaded':
      return { ...asking(state, event.wanted), draft: event.draft, isLoaded: true }
    case 'changed':
      return afterChange(state, event)
    case 'restarted':
      if (state.step.name === 'sending') return state
      return { ...asking(state, event.wanted), draft: event.draft, step: editing, refusal: noRefusal }
    case 'quoted':
    case 'quote-failed':
      return isStale(state, event) ? state : afterQuote(state, event)
    case 'requoted':
      return { ...state, round: state.round + 1, quoteError: undefined }
    default:
      return afterStep(state, event)
  }
}

/** Other answers raise another question for a price. */
const asking = <Draft, Q extends Quote>(state: PricedFormState<Draft, Q>, wanted: string | null) =>
  wanted === state.wanted ? state : { ...state, wanted, round: state.round + 1, quoteError: undefined }

type Of<Event, Type> = Extract<Event, { readonly type: Type }>

/** New answers withdraw a submit that has not left yet: its price is no longer theirs. */
function afterChange<Draft, Q extends Quote>(
  state: PricedFormState<Draft, Q>,
  { draft, wanted, errors }: Of<PricedFormEvent<Draft, Q>, 'changed'>,
): PricedFormState<Draft, Q> {
  const isWaiting = state.step.name === 'pricing' || state.step.name === 'asking'
  return { ...asking(state, wanted), draft, refusal: { errors, message: '' }, step: isWaiting ? editing : state.step }
}

type Answer<Draft, Q extends Quote> = Of<PricedFormEvent<Draft, Q>, 'quoted' | 'quote-failed'>

/** An answer to an earlier question, overtaken by a newer one. */
const isStale = <Draft, Q extends Quote>({ round }: PricedFormState<Draft, Q>, event: Answer<Draft, Q>): boolean =>
  event.round !== round

function afterQuote<Draft, Q extends Quote>(
  state: PricedFormState<Draft, Q>,
  event: Answer<Draft, Q>,
): PricedFormState<Draft, Q> {
  const { step } = state
  if (event.type === 'quote-failed') {
    const failed = { ...state, quoteError: event.error }
    if (step.name !== 'pricing') return failed
    // The server compares the price again, so the one that the user saw may be sent.
    if (step.shown) return { ...failed, step: { name: 'sending', expected: step.shown } }
    return { ...failed, step: editing, refusal: event.refusal, refusals: state.refusals + 1 }
  }
  const { key, round, quote } = event
  const known = { ...state, quote: { key, round, value: quote }, quoteError: undefined, isDoubted: false }
  if (step.name !== 'pricing') return known
  const now = quote.final
  const next: Step = isSame(step.shown, now)
    ? { name: 'sending', expected: now }
    : { name: 'asking', before: step.shown, now }
  return { ...known, step: next }
}

/** Sends at the price shown; waits for the price where the one shown belongs to other answers. */
function afterSubmit<Draft, Q extends Quote>(
  state: PricedFormState<Draft, Q>,
  { shown, isCurrent }: Of<PricedFormEvent<Draft, Q>, 'submitted'>,
): PricedFormState<Draft, Q> {
  const submitted = { ...state, refusal: noRefusal }
  if (shown && isCurrent) return { ...submitted, step: { name: 'sending', expected: shown } }
  if (state.wanted === null) return state
  return { ...submitted, step: { name: 'pricing', shown }, round: state.round + 1 }
}

type StepEvent<Draft, Q extends Quote> = Of<
  PricedFormEvent<Draft, Q>,
  'submitted' | 'agreed' | 'declined' | 'price-changed' | 'refused' | 'sent'
>

function afterStep<Draft, Q extends Quote>(
  state: PricedFormState<Draft, Q>,
  event: StepEvent<Draft, Q>,
): PricedFormState<Draft, Q> {
  const { step } = state
  if (event.type === 'submitted') return step.name === 'editing' ? afterSubmit(state, event) : state
  if (event.type === 'agreed')
    return step.name === 'asking' ? { ...state, step: { name: 'sending', expected: step.now } } : state
  if (event.type === 'declined') return step.name === 'asking' ? { ...state, step: editing } : state
  if (step.name !== 'sending') return state
  switch (event.type) {
    case 'sent':
      return { ...state, step: { name: 'sent' } }
    case 'price-changed':
      return {
        ...state,
        step: { name: 'asking', before: step.expected, now: event.now },
        isDoubted: true,
        round: state.round + 1,
      }
    case 'refused':
      // The refusal may mean that price or places are others by now.
      return {
        ...state,
        step: editing,
        refusal: event.refusal,
        refusals: state.refusals + 1,
        round: state.round + 1,
      }
  }
}
