import type { Crash } from './broken-database.ts'
import type { SupplierAct } from './stand-in.ts'

/** What makes the shop look at a payment. */
type Look = 'return' | 'webhook' | 'webhook-again' | 'check'
export type LookStep = {
  readonly kind: Look
  /** The process that looks dies there. */
  readonly crash: Crash | null
  /** Whoever looked tries again after a crash; a supplier always does. */
  readonly isRepeated: boolean
}
export type Step =
  | LookStep
  /** Two of them at the same time. */
  | { readonly kind: 'together'; readonly steps: readonly LookStep[] }
  | { readonly kind: 'act'; readonly act: SupplierAct; readonly mayBeRefused?: boolean }
  /** The customer presses 'Pay' again. */
  | { readonly kind: 'start-again' }
  /** The customer takes another method, and pays there. */
  | { readonly kind: 'other-method'; readonly crash: Crash | null }
  /** Tenths of what was paid. */
  | { readonly kind: 'refund-elsewhere'; readonly tenths: number }

/** What becomes of the money in the end. */
export type Outcome =
  | 'paid'
  /** Unless the supplier did not say that it was over, and the customer could not pay again. */
  | 'paid-if-it-can-be'
  | 'paid-and-partly-refunded'
  | 'refunded'
  | 'paid-once'
  | 'given-back'
export type ArrivalOrder = {
  readonly name: string
  /** A payment confirms the booking; else people do. */
  readonly isInstant: boolean
  readonly startCrash: Crash | null
  /** At once; ten minutes later, beside the sweep; after everything has expired. */
  readonly early: readonly Step[]
  readonly middle: readonly Step[]
  readonly late: readonly Step[]
  readonly outcome: Outcome
}

/** A repeatable source of chance in [0, 1). */
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
  /** Every so many of the 24 orderings of looks. */
  readonly every: number
  readonly outcome: Outcome
  readonly tell: (looks: readonly LookStep[], crash: Crash | null) => readonly Step[]
  readonly isLate?: boolean
}
/** Of what is done to a payment long after, nobody asks: a supplier goes on until it has told it. */
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

/** Statements of the longest look; a crash after the last of one is none. */
const longest = 30

/**
 * Orders in which a return visit, a webhook, its duplicate and a poll can meet what customers, banks and the agency do
 * at the supplier's; crashes go through every statement in turn. The same for the same seed.
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
        const told = pairUp(steps, next)
        const cut = Math.floor(next() * (told.length + 1))
        const name = `${story.name}: ${kinds.join(', ')}`
        const common = { name, startCrash: crash(0.4), isInstant: next() < 0.7, outcome: story.outcome }
        if (story.isLate) return { ...common, early: [], middle: [], late: told }
        return { ...common, early: told.slice(0, cut), middle: told.slice(cut), late: [] }
      }),
  )
}

const isLook = (step: Step | undefined): step is LookStep => looks.some((kind) => kind === step?.kind)

/** Some neighbours among the looks happen at the same time. */
function pairUp(steps: readonly Step[], next: () => number): readonly Step[] {
  const told: Step[] = []
  for (const step of steps) {
    const before = told.at(-1)
    if (isLook(step) && isLook(before) && next() < 0.5) told.splice(-1, 1, { kind: 'together', steps: [before, step] })
    else told.push(step)
  }
  return told
}

/** Everything at the same time, and no crash: what only locks keep apart. */
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
