import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Money } from '../../kernel/money.ts'
import { createPricedForm, type PricedFormEngine, type PricedFormPorts } from './engine.ts'
import { isQuoteCurrent, type PricedFormState, type Quote, shownQuote } from './state.ts'

/** The price has changed since it was shown. */
export interface PriceChange {
  readonly before: Money | null
  readonly now: Money
}
export type PricedForm<Draft, Q extends Quote> = PricedFormState<Draft, Q> &
  Pick<PricedFormEngine<Draft, Q, unknown, unknown>, 'change' | 'submit' | 'answer' | 'requote' | 'restart'> & {
    /** The price to show; null until there is one. */
    readonly shown: Q | null
    /** `shown` belongs to the present answers. */
    readonly isCurrent: boolean
    /** From the press until the request is accepted, refused or its price questioned. */
    readonly isBusy: boolean
    readonly priceChange: PriceChange | null
  }

/** A form that is sent once, with the price it shows (docs/decisions/0016). `ports` may be new at each render. */
export function usePricedForm<Draft, Q extends Quote, Request, Result>(
  ports: PricedFormPorts<Draft, Q, Request, Result>,
): PricedForm<Draft, Q> {
  const [engine] = useState(() => createPricedForm(ports))
  engine.use(ports)
  const state = useSyncExternalStore(engine.subscribe, engine.read, engine.read)
  useEffect(() => engine.start(), [engine])
  const { change, submit, answer, requote, restart } = engine
  const local = ports.localQuote?.(state.draft) ?? null
  const { step } = state
  return {
    ...state,
    ...{ change, submit, answer, requote, restart },
    shown: shownQuote(state, local),
    isCurrent: isQuoteCurrent(state, local),
    isBusy: step.name === 'pricing' || step.name === 'sending',
    priceChange: step.name === 'asking' ? step : null,
  }
}
