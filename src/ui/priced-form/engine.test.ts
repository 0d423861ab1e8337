import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type Money, money } from '../../kernel/money.ts'
import { createPricedForm, type PricedFormPorts, type Rejection } from './engine.ts'
import { memoryKeys } from './request-keys.ts'
import { shownQuote } from './state.ts'

interface Draft {
  readonly count: number
  readonly name: string
}
type Answer = { readonly minor: number } | 'fails'
interface Sent {
  readonly body: string
  readonly key: string
  readonly answer: (how: 'accept' | 'refuse' | number) => void
}
interface Asked {
  readonly count: number
  readonly isFresh: boolean
  readonly answer: (how: Answer) => void
}

const empty: Draft = { count: 1, name: '' }
const usd = (minor: number) => money(minor, 'USD')
/** Lets every promise that can go on do so. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

class PriceChanged extends Error {
  readonly now: Money
  constructor(now: Money) {
    super()
    this.now = now
  }
}

/** A form whose server answers when the test says so, and what it has stored. */
function world(more: Partial<PricedFormPorts<Draft, { final: Money }, object, string>> = {}) {
  const sent: Sent[] = []
  const asked: Asked[] = []
  const store: { draft: Draft | null } = { draft: null }
  const results: string[] = []
  const ports: PricedFormPorts<Draft, { final: Money }, object, string> = {
    emptyDraft: empty,
    readDraft: (present) => store.draft ?? present,
    writeDraft: (draft) => {
      store.draft = draft
    },
    quoteRequest: ({ count }) => ({ count }),
    fetchQuote: ({ count }, isFresh) =>
      new Promise((resolve, reject) =>
        asked.push({
          count,
          isFresh,
          answer: (how) => (how === 'fails' ? reject(new Error('offline')) : resolve({ final: usd(how.minor) })),
        }),
      ),
    request: (draft, expected) => ({ ...draft, expected: expected.minor }),
    keys: memoryKeys(),
    send: (request, key) =>
      new Promise((resolve, reject) =>
        sent.push({
          body: JSON.stringify(request),
          key,
          answer: (how) =>
            how === 'accept'
              ? resolve(key)
              : reject(how === 'refuse' ? new Error('refused') : new PriceChanged(usd(how))),
        }),
      ),
    readRejection: (error): Rejection =>
      error instanceof PriceChanged ? { now: error.now } : { errors: {}, message: 'No' },
    onSent: (result) => results.push(result),
    ...more,
  }
  const open = () => {
    const form = createPricedForm(ports)
    form.start()
    return form
  }
  return { sent, asked, store, results, open }
}

describe('the engine of a priced form', () => {
  test('one press, however often repeated, sends one request, and reports that it was accepted', async () => {
    const { sent, asked, results, open } = world()
    const form = open()
    asked[0]?.answer({ minor: 100 })
    await settle()
    const outcome = Promise.all([form.submit(), form.submit(), form.submit()])
    await settle()
    expect(sent).toHaveLength(1)
    sent[0]?.answer('accept')
    expect(await outcome).toEqual([true, true, true])
    expect(results).toHaveLength(1)
  })

  test('a request that failed on its way is sent again under its key', async () => {
    const { sent, asked, open } = world()
    const form = open()
    asked[0]?.answer({ minor: 100 })
    await settle()
    const first = form.submit()
    await settle()
    sent[0]?.answer('refuse')
    expect(await first).toBe(false)
    asked.at(-1)?.answer({ minor: 100 })
    await settle()
    void form.submit()
    await settle()
    expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key])
  })

  test('a changed price is asked about, and only a yes sends it', async () => {
    const { sent, asked, open } = world()
    const form = open()
    asked[0]?.answer({ minor: 100 })
    await settle()
    void form.submit()
    await settle()
    sent[0]?.answer(120)
    await settle()
    expect(form.read().step).toEqual({ name: 'asking', before: usd(100), now: usd(120) })
    expect([sent.length, asked.at(-1)?.isFresh]).toEqual([1, true])
    form.answer(true)
    await settle()
    expect(JSON.parse(sent[1]?.body ?? '')).toMatchObject({ expected: 120 })
  })

  test('answers that rest for a moment are priced once', () => {
    vi.useFakeTimers()
    try {
      const { asked, open } = world({ pauseMs: 300 })
      const form = open()
      for (const count of [2, 3, 4]) form.change((draft) => ({ ...draft, count }))
      vi.advanceTimersByTime(300)
      expect(asked.map(({ count }) => count)).toEqual([4])
    } finally {
      vi.useRealTimers()
    }
  })

  test('a change that does not affect the price fetches none', () => {
    const { asked, open } = world()
    open().change((draft) => ({ ...draft, name: 'Asha' }))
    expect(asked).toHaveLength(1)
  })

  test('a form that is started anew sends equal answers as another request', async () => {
    const { sent, asked, open } = world()
    const form = open()
    asked[0]?.answer({ minor: 100 })
    await settle()
    for (const place of [0, 1]) {
      const outcome = form.submit()
      await settle()
      sent[place]?.answer('accept')
      expect(await outcome).toBe(true)
      form.restart(empty)
    }
    expect(sent[1]?.body).toBe(sent[0]?.body)
    expect(sent[1]?.key).not.toBe(sent[0]?.key)
  })

  test('what is filled in before the stored draft is read is combined with it', () => {
    const { store, open } = world({
      readDraft: (present) => ({ ...(store.draft ?? empty), ...(present.name && { name: present.name }) }),
    })
    store.draft = { count: 3, name: 'Old' }
    const form = open()
    expect(form.read().draft).toEqual({ count: 3, name: 'Old' })
  })
})

/** Everything that can happen to a form, in any order. */
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('change' as const), count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('rename' as const), name: fc.constantFrom('', 'Asha', 'Ravi') }),
    fc.record({ do: fc.constant('submit' as const) }),
    fc.record({ do: fc.constant('answer' as const), agrees: fc.boolean() }),
    fc.record({
      do: fc.constant('quote' as const),
      at: fc.nat(6),
      how: fc.oneof(fc.constant('fails' as const), fc.record({ minor: fc.constantFrom(100, 120) })),
    }),
    fc.record({
      do: fc.constant('reply' as const),
      how: fc.constantFrom('accept' as const, 'refuse' as const, 100, 120),
    }),
    fc.record({ do: fc.constant('reload' as const) }),
  ),
  { maxLength: 60 },
)
type Happening = typeof steps extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never

/** Does the steps, and checks after each what must always hold. */
async function play(happenings: readonly Happening[], hasEstimate: boolean) {
  const estimate = ({ count }: Draft) => ({ final: usd(count * 100) })
  const place = world(hasEstimate ? { localQuote: estimate } : {})
  const { sent, asked, store, open } = place
  const unanswered: Sent[] = []
  let form = open()
  let typed: Draft = empty
  const onScreen = () => {
    const { step, draft } = form.read()
    const shown = shownQuote(form.read(), hasEstimate ? estimate(draft) : null)
    return [shown?.final.minor, step.name === 'asking' ? step.now.minor : undefined]
  }
  for (const step of happenings) {
    const count = sent.length
    const prices = onScreen()
    if (step.do === 'change') form.change((draft) => (typed = { ...draft, count: step.count }))
    if (step.do === 'rename') form.change((draft) => (typed = { ...draft, name: step.name }))
    if (step.do === 'submit') void form.submit()
    if (step.do === 'answer') form.answer(step.agrees)
    if (step.do === 'quote') asked[asked.length - 1 - step.at]?.answer(step.how)
    if (step.do === 'reply') unanswered.shift()?.answer(step.how)
    if (step.do === 'reload' && unanswered.length === 0) form = open()
    await settle()
    unanswered.push(...sent.slice(count))
    expect(unanswered.length).toBeLessThanOrEqual(1)
    for (const { body } of sent.slice(count)) expect(prices).toContain(JSON.parse(body).expected)
    expect([form.read().draft, store.draft ?? empty]).toEqual([typed, typed])
  }
  return place
}

describe.each([
  ['with an estimate', true],
  ['without an estimate', false],
] as const)('whatever happens to a form %s', (_name, hasEstimate) => {
  test('it sends one request at a time, each at a price that was shown, and keeps its draft', async () => {
    await fc.assert(fc.asyncProperty(steps, async (happenings) => void (await play(happenings, hasEstimate))))
  })

  test('it never sends one request under two keys', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (happenings) => {
        const { sent } = await play(happenings, hasEstimate)
        const keysOf = new Map<string, Set<string>>()
        for (const { body, key } of sent) keysOf.set(body, (keysOf.get(body) ?? new Set()).add(key))
        expect([...keysOf.values()].every((keys) => keys.size === 1)).toBe(true)
      }),
    )
  })
})

test('answers to earlier questions, in whatever order, never replace the newest quote', async () => {
  const moves = fc.array(fc.record({ count: fc.integer({ min: 1, max: 4 }), reply: fc.nat(8) }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(moves, async (changes) => {
      const { asked, open } = world()
      const form = open()
      let newest = -1
      for (const { count, reply } of changes) {
        if (form.read().draft.count === count) form.requote()
        else form.change((draft) => ({ ...draft, count }))
        const place = reply % asked.length
        // Each answer is a price of its own, so that it can be recognized.
        asked[place]?.answer({ minor: place })
        await settle()
        const { quote } = form.read()
        if (quote) expect(quote.value.final.minor).toBeGreaterThanOrEqual(newest)
        newest = quote?.value.final.minor ?? newest
      }
    }),
  )
})
