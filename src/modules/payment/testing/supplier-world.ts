import { afterAll } from 'vitest'
import type { Core } from '../../../platform/core.server.ts'
import { saveSettings } from '../../settings/index.server.ts'
import { type StartedPayment, startPayment } from '../attempts/start-payment.server.ts'
import { saveGateways } from '../gateways/save-gateways.server.ts'
import { getGateway } from '../gateways/store.server.ts'
import { paymentJobs } from '../jobs.server.ts'
import type { ProviderLine } from '../port.ts'
import type { StandIn } from './stand-in.ts'
import { admin, type Held, paymentWorld, visitor, type World } from './world.ts'

/** A provider's line from the list of providers, and its stand-in. */
export type Supplier = { readonly standIn: StandIn; readonly line: ProviderLine<Core> }
export type OpenSupplier = () => Promise<Supplier>

export type SupplierWorld = World & {
  readonly standIn: StandIn
  /** Log lines of level 'error'. */
  readonly errors: unknown[]
}

/** A shop set up for this supplier, connected to its stand-in. */
export async function supplierWorld(open: OpenSupplier): Promise<SupplierWorld> {
  const { standIn, line } = await open()
  afterAll(() => standIn.close())
  const errors: unknown[] = []
  const world = await paymentWorld((core) => [line.create(core, standIn.env)])
  const log: World['log'] = Object.create(world.log, { error: { value: (fact: unknown) => errors.push(fact) } })
  const shop = { ...world, log, standIn, errors }
  await setUp(shop, standIn)
  return shop
}

async function setUp(world: World, { provider, settings, secrets, currency }: StandIn): Promise<void> {
  const gateway = await getGateway(world, provider)
  const { charge } = gateway.provider.describe
  if (charge.rule === 'setting') await saveSettings(world, admin, { [charge.key]: currency })
  const { version } = gateway.record
  await saveGateways(world, admin, [{ name: provider, version, enabled: true, settings, secrets }])
}

/** Starts a payment and opens the supplier's page. `deps`: on which server. */
export async function startedWith(world: SupplierWorld, held: Held, deps: World = world): Promise<StartedPayment> {
  const started = await startPayment(deps, visitor, { ...held, paymentMethod: world.standIn.provider }, null)
  const { state, action } = started.attempt
  if (state === 'requires_action' && action) await world.standIn.arrive?.(action)
  return started
}

/**
 * Runs each waiting payment job once, whatever its time; jobs that failed or queued themselves again stay. Returns the
 * number of jobs left. `deps`: on which server.
 */
export async function runPaymentJobs(world: World, deps: World = world): Promise<number> {
  const jobs = paymentJobs(deps)
  const waiting = `from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any($1)`
  const tasks = [['settle-payment-event', 'run-refund']]
  type Row = { id: string; task: string; payload: Record<string, unknown> }
  const { rows } = await world.pool.query<Row>(
    `select j.id, t.identifier as task, j.payload ${waiting} order by j.id`,
    tasks,
  )
  const lock = (id: string, by: string | null) =>
    world.pool.query(
      `update graphile_worker._private_jobs set locked_by = $2::text, locked_at = case when $2::text is not null then now() end
       where id = $1`,
      [id, by],
    )
  for (const { id, task, payload } of rows) {
    // As the worker does: otherwise a job that queues itself again would change its own row.
    await lock(id, 'test')
    const isDone = await jobs[task]!(payload).then(
      () => true,
      () => false,
    )
    if (isDone) await world.pool.query('delete from graphile_worker._private_jobs where id = $1', [id])
    else await lock(id, null)
  }
  const { rows: left } = await world.pool.query<{ n: number }>(`select count(*)::int as n ${waiting}`, tasks)
  return left[0]?.n ?? 0
}
