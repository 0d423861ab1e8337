import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Core } from '../../../platform/core.server.ts'
import type { Defaulted, Timestamp } from '../../../platform/db/tables.server.ts'
import { once } from '../../../platform/idempotency.server.ts'

/** The card's own truth, as a real supplier would keep it; our attempts know nothing of it but its references. */
interface SandboxCardOrdersTable {
  order_ref: string
  attempt_id: string
  amount_minor: number
  currency: string
  status: Defaulted<'open' | 'paid' | 'declined' | 'cancelled' | 'expired'>
  payment_ref: string | null
  refunded_minor: Defaulted<number>
  return_url: string
  created_at: Timestamp
  updated_at: Timestamp
}
declare module '../../../platform/db/tables.server.ts' {
  interface Tables {
    sandbox_card_orders: SandboxCardOrdersTable
  }
}
export type Order = Selectable<SandboxCardOrdersTable>
export type OrderStatus = Order['status']

const reference = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`

type NewOrder = { attemptId: string; amountMinor: number; currency: string; returnUrl: string }
/** The same attempt gets the same order, however often it asks. */
export async function openOrder(core: Core, order: NewOrder): Promise<Order> {
  const now = core.clock()
  await core.db
    .insertInto('sandbox_card_orders')
    .values({
      order_ref: reference('sbx'),
      attempt_id: order.attemptId,
      amount_minor: order.amountMinor,
      currency: order.currency,
      payment_ref: null,
      return_url: order.returnUrl,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .execute()
  return core.db
    .selectFrom('sandbox_card_orders')
    .selectAll()
    .where('attempt_id', '=', order.attemptId)
    .executeTakeFirstOrThrow()
}

export async function findOrder(core: Core, by: { orderRef: string } | { attemptId: string }): Promise<Order | null> {
  const query = core.db.selectFrom('sandbox_card_orders').selectAll()
  const found =
    'orderRef' in by ? query.where('order_ref', '=', by.orderRef) : query.where('attempt_id', '=', by.attemptId)
  return (await found.executeTakeFirst()) ?? null
}

/** Moves an order on when it is in one of the states given; null when it is not. */
export async function moveOrder(
  core: Core,
  orderRef: string,
  from: readonly OrderStatus[],
  to: OrderStatus,
): Promise<Order | null> {
  const moved = await core.db
    .updateTable('sandbox_card_orders')
    .set({ status: to, updated_at: core.clock(), ...(to === 'paid' && { payment_ref: reference('sbxpay') }) })
    .where('order_ref', '=', orderRef)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
  return moved ?? null
}

/** Gives money back, once per refund; false when there is not so much to give. */
export async function refundOrder(
  core: Core,
  attemptId: string,
  refundId: string,
  amountMinor: number,
): Promise<boolean> {
  return core.db.transaction().execute((trx) =>
    once(trx, 'sandbox-card.refund', refundId, { attemptId, amountMinor }, async () => {
      const given = await trx
        .updateTable('sandbox_card_orders')
        .set((eb) => ({ refunded_minor: eb('refunded_minor', '+', amountMinor), updated_at: core.clock() }))
        .where('attempt_id', '=', attemptId)
        .where('status', '=', 'paid')
        .where((eb) => eb('refunded_minor', '<=', eb('amount_minor', '-', amountMinor)))
        .returning('order_ref')
        .executeTakeFirst()
      return given !== undefined
    }),
  )
}
