/** Drafts of templates: what they look like with a booking, and as a test mail. */
import type { Language } from '../../kernel/language.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { say } from '../../platform/messages.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { languagesOf } from '../settings/index.ts'
import { renderMail } from './render.server.ts'
import { isTrueOf, type MailValues, maskLinks, type Placeholder, placeholdersIn } from './rules.ts'
import { sampleValues } from './samples.server.ts'
import type { EmailSettings, TemplateDraft, TemplatePreview } from './settings-contract.ts'
import type { BookingMailFacts, MailDeps } from './tables.server.ts'
import { requireLanguage, requireValid } from './templates.server.ts'
import { isAboutBooking, isOfShop, isOwnersTemplate, variablesOf } from './templates.ts'
import { deliverTest, readTestAddress, testLimit } from './test-mail.server.ts'
import { text } from './text.ts'

const statuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const
type Status = (typeof statuses)[number]
type Example = { readonly id: string; readonly reference: string }
export type PreviewDeps = MailDeps & {
  /** The booking of a reference, or the newest in these states. */
  readonly mailExamples: (
    wanted: { readonly reference: string } | { readonly statuses: readonly Status[]; readonly max: number },
  ) => Promise<readonly Example[]>
}

/** The newest bookings that are tried before the example values are used. */
const maxTries = 8

/** A booking of these states may get the mail. */
const statusesFor = (template: string): readonly Status[] =>
  statuses.filter((status) => isTrueOf(template, { status, isPaymentDue: true, missesDocuments: true }))

const isTrue = (template: string, { bookingStatus: status, ...state }: BookingMailFacts): boolean =>
  isTrueOf(template, { status, ...state })

type Shown = Example & { readonly facts: BookingMailFacts }

/** Refuses 'mail/unknown-booking' at the reference. */
async function bookingOf(deps: PreviewDeps, reference: string): Promise<Shown> {
  const [example] = await deps.mailExamples({ reference })
  const facts = example && (await deps.bookingMailFacts(example.id))
  if (facts) return { ...example, facts }
  throw new Refusal('mail/unknown-booking', {}, [{ path: 'reference', message: text('refusals.unknown-booking') }])
}

async function newestBooking(deps: PreviewDeps, template: string): Promise<Shown | null> {
  for (const example of await deps.mailExamples({ statuses: statusesFor(template), max: maxTries })) {
    const facts = await deps.bookingMailFacts(example.id)
    if (facts && isTrue(template, facts)) return { ...example, facts }
  }
  return null
}

/** Null: example values. Only staff who may see bookings are shown one. */
async function shownBooking(deps: PreviewDeps, caller: Caller, draft: TemplateDraft): Promise<Shown | null> {
  const { template_name, values, reference } = draft
  if (values === 'example' || !isAboutBooking(template_name) || !mayEnter(caller.role, 'bookings')) return null
  return values === 'booking' ? bookingOf(deps, reference) : newestBooking(deps, template_name)
}

/**
 * The booking's values with masked links, which would let staff act as the customer. What only the event of a mail knows,
 * such as the amount of a refund, has example values.
 */
function valuesFor(
  template: string,
  facts: BookingMailFacts | null,
  language: Language,
): { values: MailValues; examples: Placeholder[] } {
  const known: MailValues = Object.fromEntries(
    Object.entries({ ...facts?.values, ...facts?.translated[language] }).map(([name, value]) => [
      name,
      value && maskLinks(say(value, language)),
    ]),
  )
  const isKnown = (name: Placeholder) =>
    facts !== null &&
    known[name] !== undefined &&
    (name !== 'reason' || known.reason !== '' || template === 'cancellation')
  const examples = variablesOf(template).filter((name) => !isOfShop(name) && !isKnown(name))
  return { values: { ...known, ...Object.fromEntries(examples.map((name) => [name, sampleValues[name]])) }, examples }
}

async function renderDraft(deps: PreviewDeps, caller: Caller, draft: TemplateDraft) {
  requireValid(draft)
  const booking = await shownBooking(deps, caller, draft)
  const settings = await readSettings(deps)
  const language = requireLanguage(languagesOf(settings), draft.language)
  const { values, examples } = valuesFor(draft.template_name, booking?.facts ?? null, language)
  const mail = renderMail({ template: draft, settings, language }, values)
  return { booking, mail, examples }
}

/**
 * Renders a draft like a real mail. Refuses 'mail/unknown-template', 'mail/template-invalid', 'mail/unknown-booking'.
 */
export async function previewTemplate(
  deps: PreviewDeps,
  caller: Caller,
  draft: TemplateDraft,
): Promise<TemplatePreview> {
  const { booking, mail, examples } = await renderDraft(deps, caller, draft)
  const used = placeholdersIn(draft.subject + draft.html_body)
  return {
    ...mail,
    booking: booking && { reference: booking.reference, isTrue: isTrue(draft.template_name, booking.facts) },
    examples: examples.filter((name) => used.includes(name)),
  }
}

/**
 * Sends a draft to one address as it is previewed, once. Refuses the same as the preview,
 * 'mail/owners-template', 'mail/test-address', 'mail/test-failed' with a fixed reason, and 'limit/too-many'.
 */
export async function sendTemplateTest(
  deps: PreviewDeps,
  caller: Caller,
  { to, ...draft }: TemplateDraft & { readonly to: string },
): Promise<{ to: string; way: EmailSettings['way'] }> {
  if (isOwnersTemplate(draft.template_name) && !mayEnter(caller.role, 'staff'))
    throw new Refusal('mail/owners-template')
  const address = readTestAddress(to)
  const { booking, mail } = await renderDraft(deps, caller, draft)
  await countHit(deps, testLimit, caller.userId ?? caller.address)
  const subject = say(text('test.prefix', { subject: mail.subject }))
  const { id, way, failure } = await deliverTest(deps, address, { ...mail, subject })
  const entry = { action: 'mail-template.tested', subjectType: 'mail-template', subjectId: draft.template_name }
  const after = { to: address, way, failure, message: id, booking: booking?.reference ?? null }
  await writeAudit(deps.db, caller, { ...entry, after }, deps.clock())
  if (failure !== null) throw new Refusal('mail/test-failed', { reason: failure })
  return { to: address, way }
}
