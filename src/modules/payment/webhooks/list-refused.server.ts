import { forAnswer, foreignWords } from '../../../kernel/messages.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { sentenceWithoutSecrets } from '../gateways/rules/secrets.ts'
import { labelOf } from '../gateways/store.server.ts'
import { text } from '../text.ts'
import type { RefusedReports } from './contract.ts'
import { refusedBounds, retainedSince } from './refused.server.ts'

const maxShown = 20
const reasons: Readonly<Record<string, string>> = {
  waiting: forAnswer(text('webhooks.waiting')),
  'no such attempt': forAnswer(text('webhooks.unmatched')),
}

/** The newest kept webhooks without a payment, by provider: refused ones and unmatched ones. One statement. */
export async function listRefusedReports(deps: PaymentDeps): Promise<RefusedReports> {
  const rows = await readNewest(deps)
  const names = [...new Set(rows.map(({ provider }) => provider))]
  return {
    days: refusedBounds.days,
    keptAnHour: refusedBounds.anHour,
    providers: names.map((provider) => {
      const own = rows.filter((row) => row.provider === provider)
      return { provider, label: labelOf(deps, provider), total: own[0]?.total ?? 0, reports: own.map(viewOf) }
    }),
  }
}

const readNewest = ({ db, clock }: PaymentDeps) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('payment_events')
        .select(({ fn, lit }) => [
          'id',
          'provider',
          'outcome',
          'note',
          'received_at',
          fn<Buffer>('substring', ['body', lit(1), lit(refusedBounds.bytes)]).as('head'),
          fn
            .countAll<number>()
            .over((over) => over.partitionBy('provider'))
            .as('total'),
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('provider').orderBy('received_at', 'desc').orderBy('id', 'desc'))
            .as('place'),
        ])
        .where('outcome', 'in', ['rejected', 'unknown-attempt'])
        .where('received_at', '>=', retainedSince(clock()))
        .as('report'),
    )
    .selectAll()
    .where('place', '<=', maxShown)
    .orderBy('provider')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
type Row = Awaited<ReturnType<typeof readNewest>>[number]

const viewOf = (row: Row): RefusedReports['providers'][number]['reports'][number] => ({
  id: row.id,
  outcome: row.outcome === 'rejected' ? 'rejected' : 'unknown-attempt',
  why: reasons[row.note ?? ''] ?? row.note ?? '',
  // Any bytes are shown as one line of text.
  excerpt: sentenceWithoutSecrets(foreignWords(row.head.toString('utf8')), {}),
  at: row.received_at.toISOString(),
})
