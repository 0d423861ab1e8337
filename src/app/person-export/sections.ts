// The tables and rows of a person's export (docs/rules/personal-data.md).

/** What identifies the person's rows; `erase-person` finds the same. */
export type Source = 'email' | 'user' | 'bookings' | 'records'
interface Own {
  readonly column: string
  readonly is: Source
}
/** Rows that belong to rows of another table. */
interface Of {
  readonly column: string
  readonly in: string
  readonly key: string
  readonly where: Own
}
/** Rows with the whole address in a text or in JSON. */
interface Holding {
  readonly holds: string
}

export interface Section {
  /** Key of the heading in the account room's messages. */
  readonly title: string
  readonly table: string
  /** Any of them. */
  readonly rows: readonly (Own | Of | Holding)[]
  /** Secrets, and what only the shop's machinery reads. */
  readonly hide?: readonly string[]
}

const booking = { column: 'booking_id', is: 'bookings' } as const
const user = { column: 'user_id', is: 'user' } as const
const record = { column: 'customer_id', is: 'records' } as const
const ofAttempt = { column: 'attempt_id', in: 'payment_attempts', key: 'id', where: booking } as const

export const sections: readonly Section[] = [
  { title: 'account', table: 'users', rows: [{ column: 'id', is: 'user' }], hide: ['made_by_bootstrap'] },
  {
    title: 'signInMethods',
    table: 'accounts',
    rows: [user],
    hide: ['password', 'access_token', 'refresh_token', 'id_token'],
  },
  { title: 'sessions', table: 'sessions', rows: [user], hide: ['token'] },
  { title: 'twoFactor', table: 'two_factors', rows: [user], hide: ['sealed_key', 'last_step'] },
  { title: 'invitations', table: 'staff_invitations', rows: [{ column: 'email', is: 'email' }], hide: ['token_hash'] },
  { title: 'wishList', table: 'wish_list_items', rows: [user] },
  { title: 'customer', table: 'customers', rows: [{ column: 'id', is: 'records' }], hide: ['search_text', 'contacts'] },
  { title: 'contacts', table: 'customer_contacts', rows: [record] },
  { title: 'notes', table: 'customer_notes', rows: [record], hide: ['author_id'] },
  { title: 'mergedRecords', table: 'customer_merges', rows: [{ column: 'into_id', is: 'records' }] },
  { title: 'tasks', table: 'tasks', rows: [booking, record], hide: ['author_id', 'assignee_id'] },
  {
    ...{ title: 'bookings', table: 'bookings', rows: [{ column: 'id', is: 'bookings' }] },
    hide: ['search_person', 'origin_keys'],
  },
  { title: 'travellers', table: 'booking_travelers', rows: [booking] },
  { title: 'history', table: 'booking_history', rows: [booking], hide: ['actor_id'] },
  { title: 'moves', table: 'prepared_moves', rows: [booking] },
  { title: 'cancelledDepartures', table: 'departure_cancellation_bookings', rows: [booking] },
  { title: 'checkIns', table: 'check_ins', rows: [booking] },
  { title: 'documents', table: 'booking_documents', rows: [booking] },
  { title: 'issuedDocuments', table: 'issued_documents', rows: [booking] },
  {
    ...{ title: 'files', table: 'files', hide: ['storage_key', 'sealed_key', 'sha256'] },
    rows: [
      { column: 'id', in: 'booking_documents', key: 'file_id', where: booking },
      { column: 'id', in: 'issued_documents', key: 'file_id', where: booking },
      { column: 'id', in: 'payment_proofs', key: 'file_id', where: booking },
      { column: 'uploaded_by', is: 'user' },
    ],
  },
  { title: 'payments', table: 'payment_attempts', rows: [booking] },
  { title: 'proofs', table: 'payment_proofs', rows: [booking], hide: ['actor_id'] },
  { title: 'proofRequests', table: 'proof_requests', rows: [booking] },
  { title: 'refunds', table: 'refunds', rows: [ofAttempt] },
  { title: 'providerMessages', table: 'payment_events', rows: [ofAttempt] },
  { title: 'ledger', table: 'ledger_entries', rows: [booking] },
  { title: 'invoices', table: 'invoices', rows: [booking] },
  { title: 'creditNotes', table: 'credit_notes', rows: [booking] },
  { title: 'promoCodes', table: 'promo_uses', rows: [booking, { column: 'customer_email', is: 'email' }] },
  { title: 'reviews', table: 'reviews', rows: [booking] },
  { title: 'messages', table: 'contact_messages', rows: [{ column: 'email', is: 'email' }, booking] },
  {
    ...{ title: 'replies', table: 'enquiry_entries', hide: ['author_id'] },
    rows: [
      { column: 'enquiry_id', in: 'contact_messages', key: 'id', where: { column: 'email', is: 'email' } },
      { column: 'enquiry_id', in: 'contact_messages', key: 'id', where: booking },
    ],
  },
  {
    ...{ title: 'waiting', table: 'waiting_entries', rows: [{ column: 'email', is: 'email' }, booking] },
    hide: ['contact_key', 'visitor_key'],
  },
  {
    ...{ title: 'mails', table: 'mail_messages', rows: [{ column: 'to_address', is: 'email' }, booking] },
    hide: ['html', 'dedupe_key', 'message_id'],
  },
  { title: 'advertising', table: 'conversion_visits', rows: [booking] },
  { title: 'views', table: 'booking_views', rows: [{ holds: 'name' }, { holds: 'query' }], hide: ['owner_id'] },
  { title: 'contested', table: 'contested_accounts', rows: [user] },
  {
    ...{ title: 'trail', table: 'audit_entries', hide: ['actor_id', 'actor_name', 'request_id'] },
    rows: [
      { column: 'subject_id', is: 'bookings' },
      { column: 'subject_id', is: 'records' },
      { column: 'subject_id', is: 'user' },
    ],
  },
]

/** Tables without rows about customers, and copies of what the export has. */
export const leftOut: Readonly<
  Record<'catalogue' | 'settings' | 'sums' | 'machinery' | 'secrets' | 'staff', readonly string[]>
> = {
  catalogue: [
    ...['services', 'service_slugs', 'service_search', 'search_words', 'service_availability', 'trending_products'],
    ...['service_translations', 'content_translations'],
    ...['departures', 'blocked_dates', 'offered_days', 'offered_weeks', 'resources', 'promo_codes', 'booked_titles'],
    ...['pictures', 'homepage_sliders', 'menu_items', 'pages'],
    // Their reasons and notes are about the departure.
    'departure_cancellations',
  ],
  settings: [
    ...['settings', 'exchange_rates', 'bank_accounts', 'payment_gateways', 'email_settings', 'mail_templates'],
    ...['mail_template_wordings', 'site_names'],
    ...['canned_replies', 'shop_opening'],
  ],
  sums: [
    'booking_counters',
    'booking_days',
    'booking_kind_days',
    'kind_visits',
    'payment_report_days',
    'payment_reports',
    'visit_counter',
    'invoice_series',
  ],
  // Places, positions and progress. Events and cached answers are deleted within days and repeat other tables.
  machinery: [
    ...['events', 'event_reactions', 'idempotency_keys', 'rate_limits', 'migrations', 'worker_nodes', 'key_checks'],
    ...['customer_sweeps', 'resource_uses', 'staged_documents', 'sandbox_card_orders', 'sandbox_card_refunds'],
    ...['staff_bookings', 'booking_staff'],
  ],
  secrets: ['verifications', 'sign_in_challenges', 'recovery_codes', 'booking_recoveries'],
  // What members of staff did or looked at.
  staff: [
    'file_views',
    'price_changes',
    'catalogue_uploads',
    'catalogue_upload_rows',
    'booking_runs',
    'booking_run_items',
  ],
}
