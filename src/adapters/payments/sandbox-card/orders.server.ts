import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Core } from '../../../platform/core.server.ts'
import type { Defaulted, Timestamp } from '../../../platform/db/tables.server.ts'

/** The card's own records, separate as with a real supplier. Attempts know only the references. */
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
interface SandboxCardRefundsTable {
  refund_id: string
  attempt_id: string
  amount_minor: number
  created_at: Timestamp
}
declare module '../../../platform/db/tables.server.ts' {
  interface Tables {
    sandbox_card_orders: SandboxCardOrdersTable
    sandbox_card_refunds: SandboxCardRefundsTable
  }
}
export type Order = Selectable<SandboxCardOrdersTable>
export type OrderStatus = Order['status']

const reference = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`

type NewOrder = { attemptId: string; amountMinor: number; currency: string; returnUrl: string }
/** Idempotent: the same attempt gets the same order. */
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
  const [column, value] =
    'orderRef' in by ? (['order_ref', by.orderRef] as const) : (['attempt_id', by.attemptId] as const)
  const query = core.db.selectFrom('sandbox_card_orders').selectAll().where(column, '=', value)
  return (await query.executeTakeFirst()) ?? null
}

/** Changes the status if the order is in one of the `from` states; returns null otherwise. */
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

/** Refunds part of a paid order, once per refund id. Returns false if less than the amount is left. */
export async function refundOrder(
  core: Core,
  attemptId: string,
  refundId: string,
  amountMinor: number,
): Promise<boolean> {
  return core.db.transaction().execute(async (trx) => {
    // Locks the order, so that a concurrent repetition sees this refund.
    const order = await trx
      .selectFrom('sandbox_card_orders')
      .selectAll()
      .where('attempt_id', '=', attemptId)
      .forUpdate()
      .executeTakeFirst()
    const known = await trx
      .selectFrom('sandbox_card_refunds')
      .select(['attempt_id', 'amount_minor'])
      .where('refund_id', '=', refundId)
      .executeTakeFirst()
    if (known) return known.attempt_id === attemptId && known.amount_minor === amountMinor
    if (order?.status !== 'paid' || order.refunded_minor + amountMinor > order.amount_minor) return false
    const now = core.clock()
    await trx
      .insertInto('sandbox_card_refunds')
      .values({ refund_id: refundId, attempt_id: attemptId, amount_minor: amountMinor, created_at: now })
      .execute()
    await trx
      .updateTable('sandbox_card_orders')
      .set({ refunded_minor: order.refunded_minor + amountMinor, updated_at: now })
      .where('attempt_id', '=', attemptId)
      .execute()
    return true
  })
}
