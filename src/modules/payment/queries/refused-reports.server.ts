import { sql } from 'kysely'
import type { RefusedReports } from '../contract.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { labelOf } from '../gateways.server.ts'
import { keptSince, refusedBounds } from '../refused-reports.server.ts'
import { sentenceWithoutSecrets } from '../rules/secrets.ts'

const shown = 20
type Row = {
  id: string
  provider: string
  outcome: 'rejected' | 'unknown-attempt'
  note: string | null
  head: Buffer
  received_at: Date
  total: number
}
const reasons: Readonly<Record<string, string>> = {
  waiting: 'No payment belongs to it yet; it is tried again for half an hour',
  'no such attempt': 'No payment of this shop belongs to it',
}

/** Reports that were refused, or that no payment was found for, in the days that they are kept. One statement. */
export async function listRefusedReports(deps: PaymentDeps): Promise<RefusedReports> {
  const { rows } = await sql<Row>`
    select * from (
      select id, provider, outcome, note, substring(body from 1 for ${refusedBounds.bytes}) as head, received_at,
        (count(*) over (partition by provider))::int as total,
        row_number() over (partition by provider order by received_at desc, id desc) as place
      from payment_events
      where outcome in ('rejected', 'unknown-attempt') and received_at >= ${keptSince(deps.clock())}) as reports
    where place <= ${shown} order by provider, received_at desc, id desc`.execute(deps.db)
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

const viewOf = (row: Row): RefusedReports['providers'][number]['reports'][number] => ({
  id: row.id,
  outcome: row.outcome,
  why: reasons[row.note ?? ''] ?? row.note ?? '',
  // Whatever it is, it is shown as one line of text.
  excerpt: sentenceWithoutSecrets(row.head.toString('utf8'), {}),
  at: row.received_at.toISOString(),
})
