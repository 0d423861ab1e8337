import { afterAll } from 'vitest'
import type { Core } from '../../../platform/core.server.ts'
import { saveSettings } from '../../settings/index.server.ts'
import { saveGateways } from '../commands/save-gateways.server.ts'
import { type StartedPayment, startPayment } from '../commands/start-payment.server.ts'
import { getGateway } from '../gateways.server.ts'
import { paymentJobs } from '../jobs.server.ts'
import type { ProviderLine } from '../port.ts'
import type { StandIn } from './stand-in.ts'
import { admin, type Held, paymentWorld, visitor, type World } from './world.ts'

/** A provider's line as it stands in the list of all, and its stand-in. */
export type Supplier = { readonly standIn: StandIn; readonly line: ProviderLine<Core> }
export type OpenSupplier = () => Promise<Supplier>

export type SupplierWorld = World & {
  readonly standIn: StandIn
  /** Lines of the level 'error' that the rooms have written. */
  readonly errors: unknown[]
}

/** A shop that is set up for this supplier as staff do it, and talks to its stand-in. */
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

/** Starts a payment with the supplier, and the browser goes where it is sent. `deps`: on which server. */
export async function startedWith(world: SupplierWorld, held: Held, deps: World = world): Promise<StartedPayment> {
  const started = await startPayment(deps, visitor, { ...held, paymentMethod: world.standIn.provider }, null)
  const { state, action } = started.attempt
  if (state === 'requires_action' && action) await world.standIn.arrive?.(action)
  return started
}

/**
 * Does the payment room's waiting jobs once each, whatever their time; the failed wait on. `deps`: on which server. The
 * number of those that are left.
 */
export async function runPaymentJobs(world: World, deps: World = world): Promise<number> {
  const jobs = paymentJobs(deps)
  const { rows } = await world.pool.query<{ id: string; task: string; payload: Record<string, unknown> }>(
    `select j.id, t.identifier as task, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any($1) order by j.id`,
    [['settle-payment-event', 'run-refund']],
  )
  let left = 0
  for (const { id, task, payload } of rows) {
    const isDone = await jobs[task]!(payload).then(
      () => true,
      () => false,
    )
    if (isDone) await world.pool.query('select graphile_worker.complete_jobs($1)', [[id]])
    else left++
  }
  return left
}
