import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { storeSettings } from '../commands.server.ts'
import { storedSettings } from '../queries.server.ts'
import { text } from '../text.ts'
import type { Setup } from './contract.ts'
import { missingSteps, type SetupFacts, type SetupStep, shopStateOf, stepStates } from './rules.ts'

/** What other rooms know about the shop: the app composes it. */
export type OtherFacts = Omit<SetupFacts, 'stored' | 'sendsMail'> & {
  /** 'working' once a mail went through the present mail server. */
  readonly delivery: string
  readonly is_sandbox: boolean
}
export type SetupDeps = Core & { readonly setupFacts: () => Promise<OtherFacts> }

/** The checklist as it is now, from the present state of the whole shop. Two statements, and those of the facts. */
export async function readSetup(deps: SetupDeps): Promise<Setup> {
  const [row, stored, facts] = await Promise.all([
    deps.db.selectFrom('shop_opening').selectAll().executeTakeFirst(),
    storedSettings(deps.db),
    deps.setupFacts(),
  ])
  const { delivery, is_sandbox } = facts
  const steps = stepStates({ ...facts, stored, sendsMail: delivery === 'working' }, row?.skipped ?? [])
  const state = shopStateOf(row ? { hasOpened: row.opened_at !== null } : null, stored.maintenance_mode === true)
  const isLeft = state === 'soon' || steps.some(({ is_done, is_skipped }) => !is_done && !is_skipped)
  return {
    state,
    opened_at: row?.opened_at?.toISOString() ?? null,
    steps: [...steps],
    is_on_dashboard: row !== undefined && row.hidden_at === null && isLeft,
    ...{ delivery, is_sandbox, shop_url: deps.baseUrl },
  }
}

/** Leaves a step for later, or takes it up again. */
export async function skipStep(
  deps: SetupDeps,
  caller: Caller,
  { step, skipped }: { readonly step: SetupStep; readonly skipped: boolean },
): Promise<Setup> {
  await deps.db.transaction().execute(async (trx) => {
    const { skipped: before } = await lockOpening(trx, deps)
    const after = skipped ? [...new Set([...before, step])].sort() : before.filter((each) => each !== step)
    if (before.includes(step) === skipped) return
    await trx.updateTable('shop_opening').set({ skipped: after }).execute()
    const entry = { action: 'setup.step-skipped', subjectType: 'settings', subjectId: 'setup' }
    await writeAudit(trx, caller, { ...entry, before: { skipped: before }, after: { skipped: after } }, deps.clock())
  })
  return readSetup(deps)
}

/** Takes the checklist off the dashboard, or puts it back. */
export async function hideSetup(deps: SetupDeps, caller: Caller, hidden: boolean): Promise<Setup> {
  await deps.db.transaction().execute(async (trx) => {
    const { hidden_at } = await lockOpening(trx, deps)
    if ((hidden_at !== null) === hidden) return
    const now = deps.clock()
    await trx
      .updateTable('shop_opening')
      .set({ hidden_at: hidden ? now : null })
      .execute()
    const entry = { action: 'setup.hidden', subjectType: 'settings', subjectId: 'setup' }
    await writeAudit(trx, caller, { ...entry, before: { hidden: !hidden }, after: { hidden } }, now)
  })
  return readSetup(deps)
}

/**
 * Opens the shop to the public and ends maintenance; an open shop stays open. Refuses 'settings/not-ready' with the missing
 * steps as paths, unless it shall open `anyway`.
 */
export async function openTheShop(
  deps: SetupDeps,
  caller: Caller,
  { anyway }: { readonly anyway: boolean },
): Promise<Setup> {
  const { state, steps } = await readSetup(deps)
  if (state === 'open') return readSetup(deps)
  const missing = missingSteps(steps)
  // Opening again after maintenance asks for nothing: customers may wait.
  if (state === 'soon' && missing.length > 0 && !anyway)
    throw new Refusal(
      'settings/not-ready',
      {},
      missing.map((path) => ({ path, message: text(`setup.missing.${path}`) })),
    )
  const tags = ['settings']
  await deps.db.transaction().execute(async (trx) => {
    const { opened_at } = await lockOpening(trx, deps)
    const now = deps.clock()
    if (opened_at === null) {
      await trx.updateTable('shop_opening').set({ opened_at: now }).execute()
      const entry = { action: 'shop.opened', subjectType: 'settings', subjectId: 'setup' }
      const after = { opened_at: now, missing }
      await writeAudit(trx, caller, { ...entry, before: { opened_at: null }, after }, now)
    }
    if ((await storedSettings(trx)).maintenance_mode === true)
      await storeSettings(trx, deps, caller, { maintenance_mode: false })
    await publishInvalidation(trx, tags)
  })
  dropHere(deps, tags)
  return readSetup(deps)
}

/** The row, locked until the transaction ends. A shop that was open from the start gets one that says so. */
async function lockOpening(trx: Trx, { clock }: Core) {
  await trx
    .insertInto('shop_opening')
    .values({ opened_at: clock(), hidden_at: clock() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return trx.selectFrom('shop_opening').selectAll().forUpdate().executeTakeFirstOrThrow()
}
