import type { Selectable } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { type AuditEntry, writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { changing } from './changing.server.ts'
import { isWholeOrder, sliderErrors } from './rules/editing.ts'
import type { Slider, SliderInput } from './staff-contract.ts'
import './tables.server.ts'

type Row = Selectable<Tables['homepage_sliders']>

const view = ({ created_at: _, trashed_at: __, trashed_by: ___, trashed_active: ____, ...row }: Row): Slider => ({
  ...row,
  background_overlay_opacity: Number(row.background_overlay_opacity),
  updated_at: row.updated_at.toISOString(),
})

/** All sliders by display_order, also inactive ones, without those in the trash. One statement. */
export async function listSliders(core: { db: Queryable }): Promise<{ items: Slider[] }> {
  const rows = await core.db
    .selectFrom('homepage_sliders')
    .selectAll()
    .where('trashed_at', 'is', null)
    .orderBy('display_order')
    .orderBy('id')
    .execute()
  return { items: rows.map(view) }
}

/** Refuses 'content/invalid' with field errors. Audited. */
export async function createSlider(core: Core, caller: Caller, input: SliderInput): Promise<Slider> {
  refuseInvalid(input)
  return changing(core, 'sliders', async (trx) => {
    const now = core.clock()
    const row = await trx
      .insertInto('homepage_sliders')
      .values({ id: newId(now), ...input, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeAudit(trx, caller, auditedAs({ action: 'slider.created', before: null, after: view(row) }), core.clock())
    return view(row)
  })
}

/** Also refuses 'content/no-slider' and 'content/version-conflict'. */
export async function changeSlider(
  core: Core,
  caller: Caller,
  { sliderId, version, slider }: { sliderId: string; version: number; slider: SliderInput },
): Promise<Slider> {
  refuseInvalid(slider)
  return changing(core, 'sliders', async (trx) => {
    const before = await findRow(trx, sliderId)
    if (before.version !== version) throw new Refusal('content/version-conflict')
    const row = await trx
      .updateTable('homepage_sliders')
      .set({ ...slider, version: version + 1, updated_at: core.clock() })
      .where('id', '=', sliderId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeAudit(
      trx,
      caller,
      auditedAs({ action: 'slider.updated', before: view(before), after: view(row) }),
      core.clock(),
    )
    return view(row)
  })
}

/** Numbers the sliders from 1 in this order. Refuses 'content/order-changed' unless `ids` has every slider. */
export async function reorderSliders(
  core: Core,
  caller: Caller,
  { ids }: { ids: readonly string[] },
): Promise<{ items: Slider[] }> {
  return changing(core, 'sliders', async (trx) => {
    const { items: before } = await listSliders({ db: trx })
    const stored = before.map(({ id }) => id)
    if (!isWholeOrder(ids, stored)) throw new Refusal('content/order-changed')
    for (const [place, id] of ids.entries())
      await trx
        .updateTable('homepage_sliders')
        .set((eb) => ({ display_order: place + 1, version: eb('version', '+', 1), updated_at: core.clock() }))
        .where('id', '=', id)
        .where('display_order', '<>', place + 1)
        .execute()
    const entry = { action: 'slider.reordered', subjectType: 'slider', subjectId: 'all', before: stored, after: ids }
    await writeAudit(trx, caller, entry, core.clock())
    return listSliders({ db: trx })
  })
}

function refuseInvalid(input: SliderInput): void {
  const errors = sliderErrors(input)
  if (errors.length > 0) throw new Refusal('content/invalid', {}, errors)
}

async function findRow(trx: Trx, id: string): Promise<Row> {
  const row = await trx
    .selectFrom('homepage_sliders')
    .selectAll()
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('content/no-slider')
  return row
}

type Change = Readonly<{ action: string; before: Slider | null; after: Slider | null }>

const auditedAs = ({ action, before, after }: Change): AuditEntry => ({
  action,
  subjectType: 'slider',
  subjectId: (after ?? before)?.id ?? '',
  before,
  after,
})
