/**
 * Runs a form that is sent with the price it shows (`state.ts` decides, this file does): fetches quotes, sends each
 * request once under one idempotency key, stores the draft. Knows no React, no API and no text.
 */
import type { Money } from '../../kernel/money.ts'
import { type KeyStore, requestKey } from './request-keys.ts'
import {
  initialState,
  isQuoteCurrent,
  noRefusal,
  type PricedFormEvent,
  type PricedFormState,
  type Quote,
  type Refusal,
  reduce,
  shownQuote,
} from './state.ts'

/** How the server answered a request that it did not accept. */
export type Rejection = { readonly now: Money } | Refusal

/** What one form does in its own way. */
export interface PricedFormPorts<Draft, Q extends Quote, Request, Result> {
  readonly emptyDraft: Draft
  /** The stored draft, combined with what was filled in before it could be read. */
  readonly readDraft?: (present: Draft) => Draft
  /** Called after each change. */
  readonly writeDraft?: (draft: Draft) => void
  /** What the price depends on; null when there is nothing to price. */
  readonly quoteRequest: (draft: Draft) => object | null
  /** `isFresh`: a cached answer will not do. */
  readonly fetchQuote: (draft: Draft, isFresh: boolean) => Promise<Q>
  /** An estimate for the time until the server answers. */
  readonly localQuote?: (draft: Draft) => Q
  /** How long a draft must rest before its price is fetched; at once where left out. */
  readonly pauseMs?: number
  /** The errors that remain after a change; none where left out. */
  readonly errorsAfter?: (errors: Refusal['errors'], before: Draft, after: Draft) => Refusal['errors']
  readonly request: (draft: Draft, expected: Money) => Promise<Request> | Request
  readonly keys: KeyStore
  readonly send: (request: Request, idempotencyKey: string) => Promise<Result>
  readonly readRejection: (error: unknown, draft: Draft) => Rejection
  readonly onSent: (result: Result) => void
  readonly onRefused?: (refusal: Refusal, draft: Draft) => void
}

export interface PricedFormEngine<Draft, Q extends Quote, Request, Result> {
  readonly read: () => PricedFormState<Draft, Q>
  readonly subscribe: (listener: () => void) => () => void
  /** Reads the stored draft and begins to fetch prices; the result stops it. */
  readonly start: () => () => void
  /** The newest callbacks: they may close over values of the latest render. */
  readonly use: (ports: PricedFormPorts<Draft, Q, Request, Result>) => void
  readonly change: (next: (draft: Draft) => Draft) => void
  /** True when the request was accepted; false when the form is open again. */
  readonly submit: () => Promise<boolean>
  readonly answer: (agrees: boolean) => void
  readonly requote: () => void
  /** Begins anew with another draft: the same answers are another request from now on. */
  readonly restart: (draft: Draft) => void
}

export function createPricedForm<Draft, Q extends Quote, Request, Result>(
  initialPorts: PricedFormPorts<Draft, Q, Request, Result>,
): PricedFormEngine<Draft, Q, Request, Result> {
  let ports = initialPorts
  let state = initialState<Draft, Q>(ports.emptyDraft)
  const listeners = new Set<() => void>()
  const prices = priceFetcher(fetchPrice)

  function dispatch(event: PricedFormEvent<Draft, Q>): void {
    const before = state
    state = reduce(before, event)
    if (state === before) return
    if (state.draft !== before.draft && state.isLoaded) ports.writeDraft?.(state.draft)
    prices.follow(before, state, ports.pauseMs ?? 0)
    if (state.step.name === 'sending' && before.step !== state.step) void send(state.draft, state.step.expected)
    for (const listener of listeners) listener()
  }

  async function fetchPrice({ key, round, isFresh }: PriceQuestion): Promise<void> {
    try {
      const quote = await ports.fetchQuote(state.draft, isFresh)
      dispatch({ type: 'quoted', key, round, quote })
    } catch (error) {
      const rejection = ports.readRejection(error, state.draft)
      const refusal = 'now' in rejection ? noRefusal : rejection
      dispatch({ type: 'quote-failed', key, round, error, refusal })
    }
  }

  async function send(draft: Draft, expected: Money): Promise<void> {
    let result: Result
    try {
      const request = await ports.request(draft, expected)
      result = await ports.send(request, requestKey(ports.keys, request))
    } catch (error) {
      const rejection = ports.readRejection(error, draft)
      if ('now' in rejection) return dispatch({ type: 'price-changed', now: rejection.now })
      dispatch({ type: 'refused', refusal: rejection })
      return ports.onRefused?.(rejection, draft)
    }
    dispatch({ type: 'sent' })
    ports.onSent(result)
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  /** Resolves when the form is open again (false) or its request accepted (true). */
  const ended = () =>
    new Promise<boolean>((resolve) => {
      const look = () => {
        const { name } = state.step
        if (name !== 'editing' && name !== 'sent') return
        stop()
        resolve(name === 'sent')
      }
      const stop = subscribe(look)
      look()
    })
  const wantedFor = (draft: Draft): string | null => {
    const request = ports.quoteRequest(draft)
    return request && JSON.stringify(request)
  }

  return {
    read: () => state,
    subscribe,
    start: () => {
      const draft = ports.readDraft?.(state.draft) ?? state.draft
      dispatch({ type: 'loaded', draft, wanted: wantedFor(draft) })
      return prices.stop
    },
    use: (next) => {
      ports = next
    },
    change: (next) => {
      const draft = next(state.draft)
      if (draft === state.draft) return
      const errors = ports.errorsAfter?.(state.refusal.errors, state.draft, draft) ?? {}
      dispatch({ type: 'changed', draft, wanted: state.isLoaded ? wantedFor(draft) : null, errors })
    },
    submit: () => {
      const local = ports.localQuote?.(state.draft) ?? null
      const shown = shownQuote(state, local)?.final ?? null
      dispatch({ type: 'submitted', shown, isCurrent: isQuoteCurrent(state, local) })
      return ended()
    },
    answer: (agrees) => dispatch({ type: agrees ? 'agreed' : 'declined' }),
    requote: () => dispatch({ type: 'requoted' }),
    restart: (draft) => {
      ports.keys.write([])
      dispatch({ type: 'restarted', draft, wanted: wantedFor(draft) })
    },
  }
}

interface PriceQuestion {
  readonly key: string
  readonly round: number
  readonly isFresh: boolean
}
type Asked = Pick<PricedFormState<unknown, Quote>, 'wanted' | 'round'>

/** Fetches the price of the newest answers: new answers after a pause, the same ones again at once. */
function priceFetcher(fetchPrice: (question: PriceQuestion) => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const follow = (before: Asked, { wanted, round }: Asked, pauseMs: number) => {
    if (round === before.round) return
    stop()
    if (wanted === null) return
    const isFresh = wanted === before.wanted
    const ask = () => void fetchPrice({ key: wanted, round, isFresh })
    if (pauseMs === 0 || isFresh) ask()
    else timer = setTimeout(ask, pauseMs)
  }
  return { follow, stop }
}
