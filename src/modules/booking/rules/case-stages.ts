/** The stages of a visa or a clearance. Pure. */
import { addDays, dateIn, type Instant, type LocalDate } from '../../../kernel/dates.ts'

export const caseStages = ['received', 'checked', 'submitted', 'decided'] as const
export type CaseStageName = (typeof caseStages)[number]

export interface CaseFacts {
  /** The history, oldest first. */
  readonly history: readonly { readonly event: string; readonly at: Instant }[]
  /** Documents that still have to be uploaded. */
  readonly open: number
  /** The newest version of every document. */
  readonly documents: readonly { readonly isAccepted: boolean }[]
  /** When the last document was delivered to the customer; null while one is missing. */
  readonly deliveredAt: Instant | null
  readonly isClosed: boolean
  readonly isPaid: boolean
  /** How long the agency needs; null: not known. */
  readonly processingDays: number | null
  readonly timeZone: string
}
export interface CaseProgress {
  /** In their order; `at` is null for a stage that was not reached. */
  readonly stages: readonly { readonly stage: CaseStageName; readonly isDone: boolean; readonly at: Instant | null }[]
  /** When the decision is expected; null once it is made, and while the customer has to act. */
  readonly expectedBy: LocalDate | null
}

/** A later stage implies the earlier ones: a document may be delivered without a recorded check. */
export function caseProgress(facts: CaseFacts): CaseProgress {
  const { history, open, documents, deliveredAt } = facts
  const lastOf = (...events: string[]) => history.findLast(({ event }) => events.includes(event))?.at ?? null
  const isComplete = open === 0 && documents.length > 0
  const received = isComplete ? lastOf('document-uploaded', 'document-replaced') : null
  const isChecked = isComplete && documents.every(({ isAccepted }) => isAccepted)
  const submitted = lastOf('case-submitted')
  const reached: readonly (readonly [CaseStageName, boolean, Instant | null])[] = [
    ['received', isComplete, received],
    ['checked', isChecked, isChecked ? lastOf('document-accepted') : null],
    ['submitted', submitted !== null, submitted],
    ['decided', deliveredAt !== null, deliveredAt],
  ]
  const last = reached.findLastIndex(([, isDone]) => isDone)
  return {
    stages: reached.map(([stage, , at], place) => ({ stage, isDone: place <= last, at: place <= last ? at : null })),
    expectedBy: deliveredAt === null ? expectedBy(facts, received) : null,
  }
}

/** Counts from the day on which the last document or the payment arrived. */
function expectedBy(
  { history, isClosed, isPaid, processingDays, timeZone }: CaseFacts,
  received: Instant | null,
): LocalDate | null {
  if (received === null || isClosed || !isPaid || processingDays === null) return null
  const paid = history.find(({ event }) => event === 'payment-completed')?.at
  const start = paid && paid > received ? paid : received
  return addDays(dateIn(timeZone, start), processingDays)
}
