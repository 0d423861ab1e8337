import type { Selectable } from 'kysely'
import type { Core } from '../../platform/core.server.ts'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'
import type { MailStatus } from './contract.ts'
import type { Mailer } from './port.ts'
import type { MailValues } from './rules.ts'

interface MailTemplatesTable {
  template_name: string
  subject: string
  html_body: string
  is_active: Defaulted<boolean>
  version: Defaulted<number>
  /** The last version of its texts in other languages, also of those removed since. */
  last_wording: Defaulted<number>
  updated_at: Timestamp
}
/** In other languages than the shop's default one. */
interface MailTemplateWordingsTable {
  template_name: string
  language: string
  subject: string
  html_body: string
  version: Defaulted<number>
  updated_at: Timestamp
}
export interface MailMessagesTable {
  id: string
  dedupe_key: string
  template_name: string
  booking_id: string | null
  to_address: string
  reply_to: string | null
  subject: string
  html: string
  text: string
  message_id: string
  /** 'not_sent': written to a file, because no mail server is set. */
  status: Defaulted<MailStatus>
  attempts: Defaulted<number>
  last_error: string | null
  next_attempt_at: Date | null
  sent_at: Date | null
  created_at: Timestamp
}
interface EmailSettingsTable {
  id: Defaulted<boolean>
  smtp_host: string
  smtp_port: Defaulted<number>
  smtp_user: string
  sealed_password: Buffer | null
  tls_mode: Defaulted<'starttls' | 'tls' | 'none'>
  from_name: Defaulted<string>
  from_email: string
  is_enabled: Defaulted<boolean>
  updated_at: Timestamp
}
declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    mail_templates: MailTemplatesTable
    mail_template_wordings: MailTemplateWordingsTable
    mail_messages: MailMessagesTable
    email_settings: EmailSettingsTable
  }
}

export type MailMessage = Selectable<MailMessagesTable>
/** Before its first try. */
export type ComposedMail = Pick<
  MailMessage,
  | 'id'
  | 'dedupe_key'
  | 'template_name'
  | 'booking_id'
  | 'to_address'
  | 'reply_to'
  | 'subject'
  | 'html'
  | 'text'
  | 'message_id'
  | 'created_at'
>
/** Takes the mails of one event, to be sent when all its subscribers have been called. */
export type EventOutbox = { readonly add: (mail: ComposedMail) => void }
/** A booking in a mail. The app gets it from the booking room. */
export type BookingMailFacts = {
  to: string
  values: MailValues
  /** By language: values that take the place of others where a mail is written in it. */
  translated: Readonly<Record<string, MailValues>>
  /** What the customer has chosen to read; null: the shop's default. */
  language: string | null
  isPaid: boolean
  bookingStatus: string
  /** The customer can pay now. */
  isPaymentDue: boolean
  /** The customer still has to upload documents. */
  missesDocuments: boolean
  /** The customer has paid, or may have: a payment is being checked. */
  mayHavePaid: boolean
}
export type MailDeps = Core & {
  /** The mailer of the present configuration. */
  mailer: () => Promise<Mailer>
  bookingMailFacts: (bookingId: string) => Promise<BookingMailFacts | null>
  /** The administrator's address, for a shop that has set none for alerts; null if it is unknown. */
  adminAddress: () => Promise<string | null>
  /** Only while an event is delivered. */
  eventOutbox?: EventOutbox
}
