/** How long each table keeps its rows; shown in docs/rules/retention.md, and checked by the test beside this. */
import type { Tables } from '../platform/db/tables.server.ts'

type Rule =
  /** Deleted by a recurring job. */
  | { readonly until: string }
  /** For ever, and why. */
  | { readonly kept: string }
  /** Never many: why. */
  | { readonly few: string }
  /** Deleted together with rows of that table. */
  | { readonly with: keyof Tables }

const few = (why: string): Rule => ({ few: why })
const kept = (why: string): Rule => ({ kept: why })
const until = (what: string): Rule => ({ until: what })
const goesWith = (table: keyof Tables): Rule => ({ with: table })

const books = kept('the books of the agency')
const catalogue = few('what the agency offers')
const settings = few('what the agency has set')
const sums = few('one row for each day, or for each item and week')

export const retention: Readonly<Record<keyof Tables, Rule>> = {
  audit_entries: until('the setting audit_retention_years: 10 years, at least 7'),
  mail_messages: until('the setting mail_retention_years: 7 years, at least 3; unsent with a one-time link: 1 day'),
  file_views: until('the setting file_view_retention_days: 730 days, at least 90'),
  payment_events: until('1,095 days, because disputes are over; refused ones 14 days'),
  events: until('delivered 1 day, others 30 days'),
  event_reactions: goesWith('events'),
  idempotency_keys: until('7 days, because nobody repeats a request later'),
  rate_limits: until('1 day after the window began'),
  conversion_visits: until('7 days, because the network accepts no later report'),
  sessions: until('their expiry'),
  verifications: until('1 day after their expiry'),
  sign_in_challenges: until('1 day after their expiry'),
  booking_recoveries: until('their expiry'),
  booking_runs: until('30 days, because results are read soon after'),
  booking_run_items: goesWith('booking_runs'),
  price_changes: until('30 days, while they can be undone'),
  catalogue_uploads: until('7 days without an import; an import while it can be undone'),
  catalogue_upload_rows: goesWith('catalogue_uploads'),
  waiting_entries: until('14 days after the departure'),
  staged_documents: until('their expiry, with their files'),
  tasks: until('30 days after they were deleted'),
  canned_replies: until('30 days after they were deleted'),

  bookings: books,
  booking_travelers: goesWith('bookings'),
  booking_history: goesWith('bookings'),
  booking_documents: goesWith('bookings'),
  issued_documents: goesWith('bookings'),
  staff_bookings: goesWith('bookings'),
  promo_uses: goesWith('bookings'),
  prepared_moves: goesWith('bookings'),
  check_ins: goesWith('bookings'),
  resource_uses: goesWith('bookings'),
  payment_attempts: books,
  payment_proofs: books,
  proof_requests: books,
  refunds: books,
  ledger_entries: books,
  invoices: books,
  credit_notes: books,
  departure_cancellation_bookings: books,
  departures: kept('bookings refer to them'),
  departure_cancellations: goesWith('departures'),
  files: kept('the record of what was stored; bytes and keys are erased (document_retention_days)'),
  reviews: kept('shown in the shop'),
  users: kept('until the account is erased'),
  accounts: goesWith('users'),
  two_factors: goesWith('users'),
  recovery_codes: goesWith('two_factors'),
  contested_accounts: goesWith('users'),
  wish_list_items: goesWith('users'),
  booking_views: goesWith('users'),
  customers: kept('until the person is erased'),
  customer_contacts: goesWith('customers'),
  customer_notes: goesWith('customers'),
  customer_merges: kept('until the person is erased'),
  contact_messages: kept('correspondence of the agency, until the person is erased'),
  enquiry_entries: goesWith('contact_messages'),
  sandbox_card_orders: kept('practice payments, whose refunds may come late'),
  sandbox_card_refunds: kept('practice payments'),
  services: catalogue,
  service_slugs: catalogue,
  service_search: catalogue,
  service_translations: catalogue,
  content_translations: catalogue,
  service_availability: catalogue,
  search_words: catalogue,
  trending_products: catalogue,
  resources: catalogue,
  promo_codes: catalogue,
  blocked_dates: catalogue,
  pictures: catalogue,
  pages: catalogue,
  menu_items: catalogue,
  homepage_sliders: catalogue,
  booked_titles: catalogue,
  settings: settings,
  exchange_rates: settings,
  site_names: settings,
  email_settings: settings,
  mail_templates: settings,
  mail_template_wordings: settings,
  payment_gateways: settings,
  bank_accounts: settings,
  shop_opening: settings,
  invoice_series: settings,
  staff_invitations: settings,
  booking_counters: sums,
  booking_days: sums,
  booking_kind_days: sums,
  kind_visits: sums,
  visit_counter: sums,
  payment_report_days: sums,
  payment_reports: sums,
  offered_days: sums,
  offered_weeks: sums,
  booking_staff: few('one row for each member of staff'),
  customer_sweeps: few('one row for each source of customers'),
  worker_nodes: few('one row for each worker'),
  key_checks: few('one row for each key'),
}
