import { implement } from '@orpc/server'
import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import type { RequestContext } from '../../../platform/request.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { type BookingDeps, readBy } from '../deps.server.ts'
import { recoveryContract } from './contract.ts'
import { codeMinutes, finishRecovery, mailBookingLink, startRecovery } from './recover.server.ts'

const os = implement(recoveryContract).$context<RequestContext>()

/** Per address, like the tracker (C245). */
async function limit(deps: BookingDeps, { address }: Caller): Promise<void> {
  const { tracker_per_minute: hits } = await readSettings(deps)
  await countHit(deps, { name: 'recovery', hits, seconds: 60 }, address)
}

export const implementRecovery = (deps: BookingDeps) => ({
  mailLink: os.mailLink.handler(async ({ input, context }) => {
    await limit(deps, context.caller)
    await mailBookingLink(deps, input)
    return { sent: true as const }
  }),
  startRecovery: os.startRecovery.handler(async ({ input, context }) => {
    await limit(deps, context.caller)
    return { recovery_id: await startRecovery(deps, input.contact), minutes: codeMinutes }
  }),
  finishRecovery: os.finishRecovery.handler(async ({ input, context }) => {
    await limit(deps, context.caller)
    return { items: await finishRecovery(readBy(deps, context), input) }
  }),
})
