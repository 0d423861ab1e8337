import { describe, expect, test } from 'vitest'
import { type Money, money } from '../../kernel/money.ts'
import {
  initialState,
  isQuoteCurrent,
  type PricedFormEvent,
  type PricedFormState,
  reduce,
  shownQuote,
} from './state.ts'

type State = PricedFormState<string, { final: Money }>
type Event = PricedFormEvent<string, { final: Money }>

const usd = (minor: number) => money(minor, 'USD')
const quoteOf = (minor: number) => ({ final: usd(minor) })
const refusal = { errors: { email: 'Wrong' }, message: '' }
const run = (events: readonly Event[], from: State = loaded): State => events.reduce<State>(reduce, from)
const loaded: State = reduce(initialState('empty'), { type: 'loaded', draft: 'stored', wanted: 'A' })
const changed = (wanted: string | null, errors = {}): Event => ({
  type: 'changed',
  draft: `for ${wanted}`,
  wanted,
  errors,
})
const quoted = (key: string, minor: number, round = 1): Event => ({ type: 'quoted', key, round, quote: quoteOf(minor) })
const submitted = (minor: number | null, isCurrent: boolean): Event => ({
  type: 'submitted',
  shown: minor === null ? null : usd(minor),
  isCurrent,
})
const failedQuote = (round: number): Event => ({ type: 'quote-failed', key: 'A', round, error: 'offline', refusal })

describe('the quote of a priced form', () => {
  test('a quote for the present answers is shown instead of the local estimate', () => {
    const state = run([quoted('A', 100)])
    expect(shownQuote(state, quoteOf(90))?.final).toEqual(usd(100))
    expect(isQuoteCurrent(state, null)).toBe(true)
  })

  test('the local estimate is shown until the quote for new answers arrives', () => {
    const state = run([quoted('A', 100), changed('B')])
    expect(shownQuote(state, quoteOf(200))?.final).toEqual(usd(200))
    expect(isQuoteCurrent(state, quoteOf(200))).toBe(true)
  })

  test('the last quote stays, marked as not current, where there is no estimate', () => {
    const state = run([quoted('A', 100), changed('B')])
    expect(shownQuote(state, null)?.final).toEqual(usd(100))
    expect(isQuoteCurrent(state, null)).toBe(false)
  })

  test('a late answer to earlier answers is ignored', () => {
    const state = run([changed('B'), quoted('B', 200, 2), quoted('A', 100)])
    expect(shownQuote(state, null)?.final).toEqual(usd(200))
  })

  test('a late answer to an earlier question about the same answers is ignored', () => {
    const state = run([{ type: 'requoted' }, quoted('A', 200, 2), quoted('A', 100, 1)])
    expect(shownQuote(state, null)?.final).toEqual(usd(200))
  })

  test('a failed quote keeps the last one, and a new one clears the failure', () => {
    const failed = run([quoted('A', 100), { type: 'requoted' }, failedQuote(2)])
    expect([failed.quoteError, shownQuote(failed, null)?.final]).toEqual(['offline', usd(100)])
    expect(run([{ type: 'requoted' }, quoted('A', 100, 3)], failed).quoteError).toBeUndefined()
  })

  test('the failure of a quote does not stay with other answers', () => {
    expect(run([failedQuote(1), changed('B')]).quoteError).toBeUndefined()
  })

  test('an estimate is current where the price needs no quote', () => {
    expect(isQuoteCurrent(run([changed(null)]), quoteOf(90))).toBe(true)
    expect(isQuoteCurrent(run([changed(null)]), null)).toBe(false)
  })

  test('an estimate is not trusted after the server refused the price, until a quote arrives', () => {
    const refused = run([submitted(90, true), { type: 'price-changed', now: usd(100) }, { type: 'declined' }])
    expect(isQuoteCurrent(refused, quoteOf(90))).toBe(false)
    const known = run([quoted('A', 100, 2)], refused)
    expect([isQuoteCurrent(known, quoteOf(90)), shownQuote(known, quoteOf(90))?.final]).toEqual([true, usd(100)])
  })
})

describe('submitting a priced form', () => {
  test('sends at once at the price shown', () => {
    expect(run([submitted(100, true)]).step).toEqual({ name: 'sending', expected: usd(100) })
  })

  test('waits for a new quote when the price shown belongs to other answers', () => {
    const state = run([quoted('A', 100), changed('B'), submitted(100, false)])
    expect([state.step.name, state.round]).toEqual(['pricing', 3])
  })

  test('sends after the wait when the price turns out to be the one shown', () => {
    const state = run([submitted(100, false), quoted('A', 100, 2)])
    expect(state.step).toEqual({ name: 'sending', expected: usd(100) })
  })

  test('asks after the wait when the price is another, or none was shown', () => {
    const other = run([submitted(100, false), quoted('A', 120, 2)])
    expect(other.step).toEqual({ name: 'asking', before: usd(100), now: usd(120) })
    const first = run([submitted(null, false), quoted('A', 120, 2)])
    expect(first.step).toEqual({ name: 'asking', before: null, now: usd(120) })
  })

  test('a quote fetched before the submit does not end the wait', () => {
    expect(run([submitted(100, false), quoted('A', 100, 1)]).step.name).toBe('pricing')
  })

  test('sends the price shown when the quote fails: the server compares it', () => {
    expect(run([submitted(100, false), failedQuote(2)]).step).toEqual({ name: 'sending', expected: usd(100) })
  })

  test('opens again with the reason when the quote fails and no price was shown', () => {
    const state = run([submitted(null, false), failedQuote(2)])
    expect([state.step.name, state.refusal, state.refusals]).toEqual(['editing', refusal, 1])
  })

  test('does nothing where there is nothing to price', () => {
    const state = run([changed(null)])
    expect(run([submitted(null, false)], state)).toBe(state)
  })

  test('is ignored while the form is being sent, and after it was accepted', () => {
    const sending = run([submitted(100, true)])
    expect(run([submitted(100, true)], sending)).toBe(sending)
    const sent = run([{ type: 'sent' }], sending)
    expect(run([submitted(100, true)], sent)).toBe(sent)
  })

  test('is withdrawn by a change while the price is fetched or asked about', () => {
    expect(run([submitted(100, false), changed('B')]).step.name).toBe('editing')
    expect(run([submitted(100, false), quoted('A', 120, 2), changed('B')]).step.name).toBe('editing')
  })

  test('is not withdrawn by a change once the request is on its way', () => {
    expect(run([submitted(100, true), changed('B')]).step.name).toBe('sending')
  })
})

describe('the question about a new price', () => {
  const asking = run([submitted(100, true), { type: 'price-changed', now: usd(120) }])

  test('shows both prices and fetches the quote again', () => {
    expect([asking.step, asking.round]).toEqual([{ name: 'asking', before: usd(100), now: usd(120) }, 2])
  })
  test('sends the new price after a yes', () => {
    expect(run([{ type: 'agreed' }], asking).step).toEqual({ name: 'sending', expected: usd(120) })
  })
  test('opens the form after a no', () => {
    expect(run([{ type: 'declined' }], asking).step.name).toBe('editing')
  })
  test('is asked again when the price changes once more', () => {
    const again = run([{ type: 'agreed' }, { type: 'price-changed', now: usd(130) }], asking)
    expect(again.step).toEqual({ name: 'asking', before: usd(120), now: usd(130) })
  })
  test('an answer without a question changes nothing', () => {
    expect(run([{ type: 'agreed' }, { type: 'declined' }])).toBe(loaded)
  })
})

describe('a refused form', () => {
  const refused = run([submitted(100, true), { type: 'refused', refusal }])

  test('opens with its errors, is counted, and fetches the quote again', () => {
    expect([refused.step.name, refused.refusal, refused.refusals, refused.round]).toEqual(['editing', refusal, 1, 2])
  })
  test('keeps the errors that a change leaves', () => {
    expect(run([changed('B', { phone: 'Missing' })], refused).refusal.errors).toEqual({ phone: 'Missing' })
  })
  test('loses its errors with the next submit', () => {
    expect(run([submitted(100, true)], refused).refusal.errors).toEqual({})
  })
  test('an answer that arrives without a request changes nothing', () => {
    expect(run([{ type: 'sent' }, { type: 'refused', refusal }, { type: 'price-changed', now: usd(1) }])).toBe(loaded)
  })
})

test('a form that was accepted can be started anew', () => {
  const sent = run([submitted(100, true), { type: 'sent' }])
  const state = run([{ type: 'restarted', draft: 'second', wanted: 'B' }], sent)
  expect([state.step.name, state.draft, state.wanted]).toEqual(['editing', 'second', 'B'])
  const sending = run([submitted(100, true)])
  expect(run([{ type: 'restarted', draft: 'second', wanted: 'B' }], sending)).toBe(sending)
})
