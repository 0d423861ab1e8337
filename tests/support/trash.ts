import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AdminService, AdminServiceRow } from '../../src/modules/catalogue/contract.ts'
import { type TestAppOptions, testApp } from './app.ts'
import { safariForTwo } from './requests.ts'

type Body = Record<string, unknown>
type Versioned = { readonly id: string; readonly version: number }

/** A shop, and two of its staff who delete and restore. */
export async function trashWorld(options: TestAppOptions = {}) {
  const shop = await testApp(options)
  const staff = (await shop.signIn('content')).headers
  const other = (await shop.signIn('admin')).headers
  const call = (route: string, body?: Body, headers = staff) => shop.call(route, body, headers)
  async function add(title: string, more: Body = {}): Promise<AdminService> {
    shop.core.clock.advance(1)
    const details = { price_adult: 10_000, location: 'Dubai', has_pickup: false }
    const answer = await call('POST /api/admin/services', { kind: 'tour', title, details, ...more })
    expect(answer.status, answer.text).toBe(200)
    return answer.json() as unknown as AdminService
  }
  const trash = ({ id, version }: Versioned, headers = staff) =>
    call(`DELETE /api/admin/services/${id}`, { version }, headers)
  const restore = ({ id, version }: Versioned, headers = staff) =>
    call(`POST /api/admin/services/${id}/restoration`, { version }, headers)
  const deleteForGood = ({ id, version }: Versioned, headers = staff) =>
    call(`DELETE /api/admin/trashed-services/${id}`, { version }, headers)
  const get = async (id: string) => (await call(`GET /api/admin/services/${id}`)).json() as unknown as AdminService
  async function list(query: Record<string, string>): Promise<AdminServiceRow[]> {
    const answer = await call(`GET /api/admin/services?${new URLSearchParams({ kind: 'tour', ...query })}`)
    expect(answer.status, answer.text).toBe(200)
    return (answer.json() as unknown as { items: AdminServiceRow[] }).items
  }
  /** The tests move the clock by weeks. */
  const inTwentyDays = () => new Date(shop.core.clock().getTime() + 20 * 86_400_000).toISOString().slice(0, 10)
  function book(id: string) {
    // Longer than a visitor has to wait after twenty bookings.
    shop.core.clock.advance(1)
    return shop.call('POST /api/bookings', { ...safariForTwo, service_id: id, travel_date: inTwentyDays() })
  }
  const actionsOf = async (id: string) => {
    const rows = await shop.core.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after', 'actor_name'])
      .where('subject_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    return rows.filter(({ action }) => action !== 'service.created')
  }
  const someoneWaits = () =>
    expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.core.db)
        return rows.length
      })
      .toBe(1)
  const runEmptyTrash = () => shop.shop.jobs['empty-trash']?.({})
  const days = (count: number) => shop.core.clock.advance(count * 24 * 60)
  return {
    ...{ shop, staff, other, call, add, trash, restore, deleteForGood, get, list, inTwentyDays, book, actionsOf },
    ...{ someoneWaits, runEmptyTrash, days },
  }
}
