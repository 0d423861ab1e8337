import type { Core } from '../../../platform/core.server.ts'
import { proofsAreLateSince, transfersToDecide } from '../transfers/list-waiting-proofs.server.ts'

export type PaymentWork = {
  readonly proofsToCheck: number
  /** Of those, waiting longer than the time promised to customers (A179). */
  readonly proofsOverdue: number
  readonly paymentsUnderReview: number
}

/** What waits for staff, for the dashboard. One statement beside the settings. */
export async function countPaymentWork(core: Core): Promise<PaymentWork> {
  const { db } = core
  const late = await proofsAreLateSince(core)
  return db
    .with('waiting', () => transfersToDecide(db))
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('waiting')
        .select(({ fn }) => fn.countAll<number>().as('proofs'))
        .$asScalar()
        .$notNull()
        .as('proofsToCheck'),
      selectFrom('waiting')
        .select(({ fn }) => fn.countAll<number>().as('proofs'))
        .where('since', '<', late)
        .$asScalar()
        .$notNull()
        .as('proofsOverdue'),
      selectFrom('payment_attempts')
        .select(({ fn }) => fn.countAll<number>().as('attempts'))
        .where('review_reason', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('paymentsUnderReview'),
    ])
    .executeTakeFirstOrThrow()
}
