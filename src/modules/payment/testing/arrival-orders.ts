import type { Crash } from './broken-database.ts'
import type { SupplierAct } from './stand-in.ts'

/** What triggers a check of a payment. */
type Look = 'return' | 'webhook' | 'webhook-again' | 'check'
export type LookStep = {
  readonly kind: Look
  /** The process dies at this statement. */
  readonly crash: Crash | null
  /** The step is retried after a crash; suppliers always retry. */
  readonly isRepeated: boolean
}
export type Step =
  | LookStep
  /** Two steps in parallel. */
  | { readonly kind: 'together'; readonly steps: readonly LookStep[] }
  | { readonly kind: 'act'; readonly act: SupplierAct; readonly mayBeRefused?: boolean }
  /** The customer presses 'Pay' again. */
  | { readonly kind: 'start-again' }
  /** The customer pays with another method. */
  | { readonly kind: 'other-method'; readonly crash: Crash | null }
  /** Tenths of the paid amount. */
  | { readonly kind: 'refund-elsewhere'; readonly tenths: number }

/** Where the money ends up. */
export type Outcome =
  | 'paid'
  /** Unless the supplier did not report the end, so that the customer could not pay again. */
  | 'paid-if-it-can-be'
  | 'paid-and-partly-refunded'
  | 'refunded'
  | 'paid-once'
  | 'given-back'
export type ArrivalOrder = {
  readonly name: string
  /** A payment confirms the booking; otherwise staff do. */
  readonly isInstant: boolean
  readonly startCrash: Crash | null
  /** At once; ten minutes later, during the sweep; after everything has expired. */
  readonly early: readonly Step[]
  readonly middle: readonly Step[]
  readonly late: readonly Step[]
  readonly outcome: Outcome
}

/** A seeded random number in [0, 1). */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const looks: readonly Look[] = ['return', 'webhook', 'webhook-again', 'check']
const orderings = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length <= 1
    ? [items]
    : items.flatMap((item) => orderings(items.filter((o) => o !== item)).map((r) => [item, ...r]))

type Story = {
  readonly name: string
  /** Take every n-th of the 24 orders. */
  readonly every: number
  readonly outcome: Outcome
  readonly tell: (looks: readonly LookStep[], crash: Crash | null) => readonly Step[]
  readonly isLate?: boolean
}
/** Ended payments are not polled for ever; the supplier repeats its webhook until it is accepted. */
const report: LookStep = { kind: 'webhook', crash: null, isRepeated: true }
const act = (act: SupplierAct): Step => ({ kind: 'act', act })
const stories: readonly Story[] = [
  { name: 'paid', every: 1, outcome: 'paid', tell: (l) => [...l.slice(0, 1), act('pay'), ...l.slice(1)] },
  {
    name: 'decided later',
    every: 2,
    outcome: 'paid',
    tell: (l) => [act('pay-later'), ...l.slice(0, 2), act('pay'), ...l.slice(2)],
  },
  {
    name: 'declined, then paid',
    every: 2,
    outcome: 'paid',
    tell: (l) => [act('decline'), ...l.slice(0, 2), { kind: 'start-again' }, act('pay'), ...l.slice(2)],
  },
  {
    name: 'cancelled, then paid',
    every: 2,
    outcome: 'paid',
    tell: (l) => [act('cancel'), ...l.slice(0, 2), { kind: 'start-again' }, act('pay'), ...l.slice(2)],
  },
  {
    name: "lapsed at the supplier's, then paid",
    every: 2,
    outcome: 'paid-if-it-can-be',
    tell: (l) => [
      act('lapse'),
      ...l.slice(0, 2),
      { kind: 'start-again' },
      { kind: 'act', act: 'pay', mayBeRefused: true },
      ...l.slice(2),
    ],
  },
  {
    name: 'another method, then paid after all',
    every: 2,
    outcome: 'paid-once',
    tell: (l, crash) => [
      ...l.slice(0, 1),
      { kind: 'other-method', crash },
      { kind: 'act', act: 'pay', mayBeRefused: true },
      ...l.slice(1),
    ],
  },
  {
    name: 'paid, then another method',
    every: 4,
    outcome: 'paid-once',
    tell: (l, crash) => [act('pay'), { kind: 'other-method', crash }, ...l],
  },
  {
    name: 'paid after everything has expired',
    every: 2,
    outcome: 'given-back',
    isLate: true,
    tell: (l) => [{ kind: 'act', act: 'pay', mayBeRefused: true }, ...l],
  },
  {
    name: "partly refunded at the supplier's",
    every: 2,
    outcome: 'paid-and-partly-refunded',
    tell: (l) => [act('pay'), ...l.slice(0, 2), { kind: 'refund-elsewhere', tenths: 4 }, ...l.slice(2), report],
  },
  {
    name: "refunded at the supplier's",
    every: 2,
    outcome: 'refunded',
    tell: (l) => [
      act('pay'),
      ...l.slice(0, 1),
      { kind: 'refund-elsewhere', tenths: 3 },
      ...l.slice(1, 3),
      { kind: 'refund-elsewhere', tenths: 7 },
      ...l.slice(3),
      report,
    ],
  },
  { name: 'paid, and nobody came back', every: 4, outcome: 'paid', tell: () => [act('pay')] },
]

/** Statements of the longest step; a crash after the last one has no effect. */
const longest = 30

/**
 * Orders in which return, webhook, duplicate and poll can meet actions of customers, banks and the agency. Crashes go
 * through every statement in turn. Deterministic by seed.
 */
export function arrivalOrders(seed: number): readonly ArrivalOrder[] {
  const next = chanceFrom(seed)
  let turn = 0
  const crash = (share: number): Crash | null =>
    next() < share ? { at: turn++ % longest, when: turn % 2 === 0 ? 'before' : 'after' } : null
  return stories.flatMap((story, at) =>
    orderings(looks)
      .filter((_, n) => (n + at) % story.every === 0)
      .map((kinds): ArrivalOrder => {
        const steps = story.tell(
          kinds.map((kind) => ({ kind, crash: crash(0.6), isRepeated: next() < 0.5 })),
          crash(0.7),
        )
        const paired = pairUp(steps, next)
        const cut = Math.floor(next() * (paired.length + 1))
        const name = `${story.name}: ${kinds.join(', ')}`
        const common = { name, startCrash: crash(0.4), isInstant: next() < 0.7, outcome: story.outcome }
        if (story.isLate) return { ...common, early: [], middle: [], late: paired }
        return { ...common, early: paired.slice(0, cut), middle: paired.slice(cut), late: [] }
      }),
  )
}

const isLook = (step: Step | undefined): step is LookStep => looks.some((kind) => kind === step?.kind)

/** Runs some neighbouring steps in parallel. */
function pairUp(steps: readonly Step[], next: () => number): readonly Step[] {
  const paired: Step[] = []
  for (const step of steps) {
    const before = paired.at(-1)
    if (isLook(step) && isLook(before) && next() < 0.5)
      paired.splice(-1, 1, { kind: 'together', steps: [before, step] })
    else paired.push(step)
  }
  return paired
}

/** Runs everything in parallel without a crash: only locks keep the steps apart. */
export const crowdedOrders = (count: number): readonly ArrivalOrder[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `crowded ${n}`,
    startCrash: null,
    isInstant: false,
    early: [act('pay'), { kind: 'together', steps: looks.map((kind) => ({ kind, crash: null, isRepeated: false })) }],
    middle: [],
    late: [],
    outcome: 'paid',
  }))
