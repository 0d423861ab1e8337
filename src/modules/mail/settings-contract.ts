import * as z from 'zod'
import { instant, line, procedure, text } from '../../kernel/contract.ts'

export const mailWays = ['settings', 'environment', 'files'] as const
export const tlsModes = ['starttls', 'tls', 'none'] as const

/** The mail server without its password (D11, D107). */
export const emailSettings = z.object({
  smtp_host: z.string(),
  smtp_port: z.int(),
  smtp_user: z.string(),
  is_password_set: z.boolean(),
  tls_mode: z.enum(tlsModes),
  from_name: z.string(),
  from_email: z.string(),
  is_enabled: z.boolean(),
  /** Null before the first save. */
  updated_at: instant.nullable(),
  /** How mail is sent now: these settings, SMTP_URL, or files in the data folder. */
  way: z.enum(mailWays),
})
export type EmailSettings = z.infer<typeof emailSettings>

const emailSettingsInput = z.strictObject({
  smtp_host: line(253).default(''),
  /** rules.ts validates it. */
  smtp_port: z.union([z.number(), z.string().max(20)]).default(587),
  smtp_user: line(254).default(''),
  /** Empty: keeps the stored one. */
  smtp_password: z.string().max(1_000).default(''),
  tls_mode: z.enum(tlsModes).default('starttls'),
  from_name: line(120).default(''),
  from_email: line(254).default(''),
  is_enabled: z.boolean().default(true),
  /** The value last read. The save is refused if someone has saved since; without it, the save overwrites. */
  updated_at: instant.nullable().optional(),
})
export type EmailSettingsInput = z.infer<typeof emailSettingsInput>

export const templateView = z.object({
  template_name: z.string(),
  /** Of subject and body. */
  language: z.string(),
  subject: z.string(),
  html_body: z.string(),
  is_active: z.boolean(),
  /** Version of this wording; 0 if it was never edited. */
  version: z.int(),
  updated_at: instant,
  /** The placeholders of this template, without braces. */
  variables: z.array(z.string()),
  /** Subject and body are the defaults. */
  isDefault: z.boolean(),
  /** Its link opens an account, so only owners may edit it. */
  isForOwners: z.boolean(),
  /** It can be previewed with the values of a booking. */
  isAboutBooking: z.boolean(),
})
export type TemplateView = z.infer<typeof templateView>

const template_name = z.string().max(60)
/** rules.ts sets a lower limit for the body, with an error at its field. */
/** Left out: the shop's default language. */
const language = z.string().max(20).optional()
const words = { subject: line(300), html_body: text(50_000) }

export const templateDraft = z.strictObject({
  ...{ template_name, language },
  ...words,
  /** Of the newest booking that the mail fits, or of the booking with the reference; else example values. */
  values: z.enum(['example', 'newest', 'booking']).default('example'),
  reference: line(40).default(''),
})
export type TemplateDraft = z.infer<typeof templateDraft>

export const templatePreview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Null: only example values. `isTrue`: the mail could be sent for it now. */
  booking: z.object({ reference: z.string(), isTrue: z.boolean() }).nullable(),
  /** The used placeholders with example values. */
  examples: z.array(z.string()),
})
export type TemplatePreview = z.infer<typeof templatePreview>
const testSent = z.object({ to: z.string(), way: z.enum(mailWays) })

export const mailSettingsProcedures = {
  emailSettings: procedure(
    'staff:gateways',
    'GET /admin/email-settings',
    'The mail server, without its password',
  ).output(emailSettings),
  saveEmailSettings: procedure('staff:gateways', 'PUT /admin/email-settings', 'Saves the mail server')
    .input(emailSettingsInput)
    .output(emailSettings),
  templates: procedure('staff:mail', 'GET /admin/mail-templates', 'All email templates in one language')
    .input(z.strictObject({ language }))
    .output(z.array(templateView)),
  saveTemplate: procedure('staff:mail', 'PUT /admin/mail-templates/{template_name}', 'Saves a template')
    .input(z.strictObject({ template_name, language, version: z.int(), is_active: z.boolean(), ...words }))
    .output(templateView),
  resetTemplate: procedure(
    'staff:mail',
    'POST /admin/mail-templates/{template_name}/default',
    'Resets a template to its default',
  )
    .input(z.strictObject({ template_name, language, version: z.int() }))
    .output(templateView),
  previewTemplate: procedure(
    'staff:mail',
    'POST /admin/mail-templates/{template_name}/preview',
    'Renders a draft with the values of a booking, or with example values',
  )
    .input(templateDraft)
    .output(templatePreview),
  testTemplate: procedure(
    'staff:mail',
    'POST /admin/mail-templates/{template_name}/tests',
    'Sends a draft as a test email to one address',
  )
    .input(templateDraft.extend({ to: line(254) }))
    .output(testSent),
  sendTest: procedure('staff:mail', 'POST /admin/test-emails', 'Sends a test email with the stored settings')
    .input(z.strictObject({ to: line(254) }))
    .output(testSent),
}
