import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { safeCell } from '../../../kernel/csv.ts'
import { formatAmount, money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { say } from '../../../platform/messages.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { readQuery } from '../../../platform/route.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { text } from '../text.ts'
import { salesReportInput } from './contract.ts'
import { readGroups, reportLimit, type SalesFilter } from './read-report.server.ts'
import { amounts, counts, grouped } from './rules.ts'

const columns = ['group', 'name', 'currency', ...counts, ...amounts] as const

/** Every group and currency as a line. Amounts have no thousands separators, so that spreadsheets can add them up. */
export async function writeSalesReport(deps: PaymentDeps, caller: Caller, filter: SalesFilter): Promise<string> {
  const groups = grouped(await readGroups(deps, caller, filter), filter.by, (rows) => rows[0]?.sold ?? 0)
  const lines = groups.flatMap(({ rows }) =>
    rows.map((row) => [
      ...[row.key, row.name, row.currency],
      ...counts.map((name) => String(row[name])),
      ...amounts.map((name) => formatAmount(money(row[name], row.currency)).replaceAll(',', '')),
    ]),
  )
  const head = columns.map((column) => say(text(`salesReport.csv.${column}`)))
  // The byte order mark makes spreadsheets read the file as UTF-8.
  return `\uFEFF${stringify([head, ...lines.map((line) => line.map(safeCell))], { record_delimiter: 'windows' })}`
}

export function registerSalesReport(
  app: FastifyInstance,
  deps: PaymentDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  app.get(
    '/api/admin/sales-report.csv',
    {
      config: {
        access: 'staff:payments',
        summary: 'The sales report of a period, as CSV',
        query: salesReportInput,
        answers: { types: ['text/csv'] },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      if (!mayEnter(caller.role, 'payments')) throw new Refusal('account/not-allowed')
      const filter = readQuery(salesReportInput, request, 'request/invalid')
      await countHit(deps, reportLimit, caller.userId ?? caller.address)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="sales-${filter.from}-to-${filter.to}.csv"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(await writeSalesReport(deps, caller, filter))
    },
  )
}
