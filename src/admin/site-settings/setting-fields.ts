import { languages } from '../../kernel/language.ts'
import type { SettingKey } from '../../modules/settings/index.ts'

export type SettingInput =
  | 'line'
  | 'paragraphs'
  | 'email'
  | 'number'
  | 'switch'
  | 'currency'
  | 'country'
  | 'time-zone'
  | 'colour'
  | 'language'
  | 'languages'
  | 'picture'
  | 'claims'
  | 'links'

export const settingInputs: Readonly<Record<SettingKey, SettingInput>> = {
  site_title: 'line',
  site_logo: 'picture',
  site_description: 'paragraphs',
  contact_email: 'email',
  contact_phone: 'line',
  address: 'paragraphs',
  country: 'country',
  time_zone: 'time-zone',
  business_hours: 'line',
  support_claim: 'line',
  reply_claim: 'line',
  whatsapp: 'line',
  whatsapp_message: 'paragraphs',
  social_links: 'links',
  company_name: 'line',
  tax_number: 'line',
  invoice_prefix: 'line',
  credit_note_prefix: 'line',
  currency: 'currency',
  display_currency: 'currency',
  auto_currency_conversion: 'switch',
  maintenance_mode: 'switch',
  meta_title: 'line',
  meta_description: 'paragraphs',
  meta_keywords: 'paragraphs',
  theme_color: 'colour',
  default_language: 'language',
  languages: 'languages',
  facebook_pixel_id: 'line',
  booking_prefix: 'line',
  booking_expiry_hours: 'number',
  hold_card_minutes: 'number',
  hold_transfer_hours: 'number',
  hold_arrival_hours: 'number',
  waiting_hold_hours: 'number',
  expiry_reminder_hours: 'number',
  cut_off_minutes: 'number',
  few_places: 'number',
  payment_note: 'line',
  transfer_verification_hours: 'number',
  razorpay_currency: 'currency',
  ccavenue_currency: 'currency',
  stripe_currency: 'currency',
  paypal_currency: 'currency',
  auto_refund_late: 'switch',
  auto_refund_double: 'switch',
  admin_sign_up: 'switch',
  staff_two_factor: 'switch',
  alert_email: 'email',
  token_days: 'number',
  document_retention_days: 'number',
  audit_retention_years: 'number',
  mail_retention_years: 'number',
  file_view_retention_days: 'number',
  review_invitation_days: 'number',
  sms_provider: 'line',
  claims: 'claims',
  hero_video: 'line',
  hero_audio: 'line',
  search_synonyms: 'paragraphs',
  visitor_counter_start: 'number',
  sign_in_per_account: 'number',
  sign_in_per_address: 'number',
  tracker_per_minute: 'number',
  bookings_per_10_minutes: 'number',
  unpaid_places_per_visitor: 'number',
  unpaid_places_per_contact: 'number',
  unpaid_places_per_departure: 'number',
  cash_places_unchecked: 'number',
  cash_places_per_departure: 'number',
  uploads_per_10_minutes: 'number',
  contact_per_10_minutes: 'number',
}

export type SettingGroup = { readonly key: string; readonly settings: readonly SettingKey[] }

/** The Site Settings tab of Content. `maintenance_mode` is shown above it, because it takes effect at once. */
export const siteGroups: readonly SettingGroup[] = [
  { key: 'site', settings: ['site_title', 'site_logo', 'site_description', 'theme_color'] },
  {
    key: 'contact',
    settings: [
      'contact_email',
      'contact_phone',
      'address',
      'country',
      'time_zone',
      'business_hours',
      'support_claim',
      'reply_claim',
      'whatsapp',
      'whatsapp_message',
      'social_links',
    ],
  },
  { key: 'claims', settings: ['claims', 'payment_note', 'sms_provider'] },
  { key: 'search', settings: ['search_synonyms'] },
  { key: 'reports', settings: ['currency'] },
  { key: 'umrah', settings: ['hero_video', 'hero_audio', 'visitor_counter_start'] },
]

/** The SEO Settings tab of Content. */
export const seoGroups: readonly SettingGroup[] = [
  { key: 'seo', settings: ['meta_title', 'meta_description', 'meta_keywords'] },
]

const allTopics = ['shop', 'money', 'marketing', 'mail', 'booking', 'languages', 'legal', 'access'] as const
export type TopicKey = (typeof allTopics)[number]

/** The topics of the section Settings; some also show what is set elsewhere. With one language there is none to choose. */
export const topicKeys: readonly TopicKey[] = allTopics.filter((topic) => topic !== 'languages' || languages.length > 1)

export const topicGroups: Readonly<Record<TopicKey, readonly SettingGroup[]>> = {
  shop: [],
  money: [
    {
      key: 'currencies',
      settings: [
        'display_currency',
        'auto_currency_conversion',
        'razorpay_currency',
        'ccavenue_currency',
        'stripe_currency',
        'paypal_currency',
      ],
    },
    { key: 'payments', settings: ['transfer_verification_hours', 'auto_refund_late', 'auto_refund_double'] },
    { key: 'invoices', settings: ['company_name', 'tax_number', 'invoice_prefix', 'credit_note_prefix'] },
  ],
  marketing: [{ key: 'pixel', settings: ['facebook_pixel_id'] }],
  mail: [{ key: 'notices', settings: ['alert_email', 'review_invitation_days'] }],
  booking: [
    {
      key: 'bookings',
      settings: ['booking_prefix', 'booking_expiry_hours', 'expiry_reminder_hours', 'cut_off_minutes', 'few_places'],
    },
    {
      key: 'holds',
      settings: ['hold_card_minutes', 'hold_transfer_hours', 'hold_arrival_hours', 'waiting_hold_hours'],
    },
    {
      key: 'unpaid',
      settings: [
        'unpaid_places_per_visitor',
        'unpaid_places_per_contact',
        'unpaid_places_per_departure',
        'cash_places_unchecked',
        'cash_places_per_departure',
      ],
    },
  ],
  languages: [{ key: 'languages', settings: ['default_language', 'languages'] }],
  legal: [
    { key: 'privacy', settings: ['document_retention_days', 'token_days'] },
    { key: 'retention', settings: ['audit_retention_years', 'mail_retention_years', 'file_view_retention_days'] },
  ],
  access: [
    { key: 'accounts', settings: ['admin_sign_up', 'staff_two_factor'] },
    {
      key: 'limits',
      settings: [
        'sign_in_per_account',
        'sign_in_per_address',
        'tracker_per_minute',
        'bookings_per_10_minutes',
        'uploads_per_10_minutes',
        'contact_per_10_minutes',
      ],
    },
  ],
}
