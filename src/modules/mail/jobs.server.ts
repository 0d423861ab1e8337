import type { Jobs } from '../../platform/jobs/worker.server.ts'
import { sendQueuedMail } from './send.server.ts'
import type { MailDeps } from './tables.server.ts'

export const mailJobs = (deps: MailDeps): Jobs => ({
  'send-mail': (payload) => sendQueuedMail(deps, String(payload.id)),
})
