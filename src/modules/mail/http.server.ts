import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { retryMail, sendBookingMail } from './commands.server.ts'
import { mailContract } from './contract.ts'
import { type PreviewDeps, previewTemplate, sendTemplateTest } from './preview.server.ts'
import { getMail, listMail, readBookingMail, readDelivery } from './queries.server.ts'
import { readEmailSettings, saveEmailSettings } from './settings.server.ts'
import { listTemplates, resetTemplate, saveTemplate } from './templates.server.ts'
import { sendTestMail } from './test-mail.server.ts'

/** The contract's procedures, for the composed router. */
export function implementMail(deps: PreviewDeps) {
  const os = implement(mailContract).$context<RequestContext>()
  return os.router({
    admin: {
      sendBookingMail: os.admin.sendBookingMail.handler(({ input, context }) =>
        'bookingId' in input
          ? sendBookingMail(deps, context.caller, input.bookingId, input.emailType)
          : sendBookingMail(deps, context.caller, input.booking_id, 'confirmation'),
      ),
      delivery: os.admin.delivery.handler(async () => ({ delivery: await readDelivery(deps) })),
      messages: os.admin.messages.handler(({ input }) => listMail(deps, input)),
      bookingMail: os.admin.bookingMail.handler(({ input }) => readBookingMail(deps, input)),
      message: os.admin.message.handler(({ input }) => getMail(deps, input.messageId)),
      retry: os.admin.retry.handler(async ({ input, context }) => {
        await retryMail(deps, context.caller, input.messageId)
        return getMail(deps, input.messageId)
      }),
      emailSettings: os.admin.emailSettings.handler(() => readEmailSettings(deps)),
      saveEmailSettings: os.admin.saveEmailSettings.handler(({ input, context }) =>
        saveEmailSettings(deps, context.caller, input),
      ),
      templates: os.admin.templates.handler(({ input }) => listTemplates(deps, input.language)),
      saveTemplate: os.admin.saveTemplate.handler(({ input, context }) => saveTemplate(deps, context.caller, input)),
      resetTemplate: os.admin.resetTemplate.handler(({ input, context }) => resetTemplate(deps, context.caller, input)),
      previewTemplate: os.admin.previewTemplate.handler(({ input, context }) =>
        previewTemplate(deps, context.caller, input),
      ),
      testTemplate: os.admin.testTemplate.handler(({ input, context }) =>
        sendTemplateTest(deps, context.caller, input),
      ),
      sendTest: os.admin.sendTest.handler(({ input, context }) => sendTestMail(deps, context.caller, input.to)),
    },
  })
}
