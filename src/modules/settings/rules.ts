import * as z from 'zod/mini'
import { isEmail } from '../../kernel/email.ts'
import { catalogueLanguage, knownLanguages, type LanguageOffer, languages } from '../../kernel/language.ts'
import { addressIn } from '../../kernel/language-address.ts'
import { languageOf, offerOf } from '../../kernel/language-offer.ts'
import { joined } from '../../kernel/messages.ts'
import { currencies } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import { isTimeZone } from '../../kernel/time-zone.ts'
import { isWebAddress } from '../../kernel/web-address.ts'
import { isCountryCode } from '../../services/shared/countries.ts'
import { text } from './text.ts'

const line = (max: number) =>
  z
    .string(text('fields.text'))
    .check(z.trim(), z.maxLength(max, text('fields.tooLong', { max })), z.regex(/^[^\r\n]*$/, text('fields.oneLine')))
const paragraphs = (max: number) =>
  z.string(text('fields.text')).check(z.trim(), z.maxLength(max, text('fields.tooLong', { max })))
const onOff = () => z.boolean(text('fields.yesOrNo'))
const whole = (min: number, max: number) => {
  const message = text('fields.wholeNumber', { min, max })
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}
const currency = () => z.enum(currencies, text('fields.choice', { choices: joined(currencies, 'plain') }))
const language = () => z.enum(knownLanguages, text('fields.choice', { choices: joined(knownLanguages, 'plain') }))
const email = () => line(254).check(z.refine((typed) => typed === '' || isEmail(typed), text('fields.email')))
const emptyOr = (pattern: RegExp, message: string) =>
  line(200).check(z.refine((typed) => typed === '' || pattern.test(typed), message))
/** A path of the shop, or https. */
const address = () => line(2000).check(z.refine((typed) => typed === '' || isWebAddress(typed), text('fields.address')))
/** A marketing claim; hidden while it is off (D111). */
const claim = z.strictObject({
  key: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, text('fields.claimKey'))),
  text: line(200),
  is_on: onOff(),
})
const socialLink = z.strictObject({ name: line(40), href: address() })

export const settingsSchema = z.strictObject({
  site_title: line(100),
  /** A picture's address, or empty for the built-in logo. */
  site_logo: address(),
  site_description: paragraphs(500),
  contact_email: email(),
  contact_phone: line(40),
  address: paragraphs(500),
  /** ISO 3166-1 alpha-2: the agency's country, for search engines. */
  country: z.string(text('fields.country')).check(z.refine(isCountryCode, text('fields.country'))),
  /** IANA name: decides what "today" is and which clock times are shown in. A service may have another (D90). */
  time_zone: line(60).check(z.refine(isTimeZone, text('fields.timeZone'))),
  business_hours: line(200),
  support_claim: line(100),
  reply_claim: line(100),
  /** The number for chats in international form, digits only (without +); empty = no chat button. */
  whatsapp: emptyOr(/^[1-9]\d{6,14}$/, text('fields.whatsApp')),
  whatsapp_message: line(300),
  social_links: z.array(socialLink).check(z.maxLength(12, text('fields.linksMax', { max: 12 }))),
  company_name: line(120),
  tax_number: line(40),
  invoice_prefix: z.string().check(z.trim(), z.regex(/^[A-Z]{1,6}$/, text('fields.prefix'))),
  credit_note_prefix: z.string().check(z.trim(), z.regex(/^[A-Z]{1,6}$/, text('fields.prefix'))),
  /** Currency of the dashboard and reports (D36). */
  currency: currency(),
  /** Default currency of the storefront (D36); `default_currency` is an alias. */
  display_currency: currency(),
  /** When off, prices are shown in their own currency. */
  auto_currency_conversion: onOff(),
  maintenance_mode: onOff(),
  meta_title: line(120),
  meta_description: line(320),
  meta_keywords: line(500),
  theme_color: z.string(text('fields.colour')).check(z.regex(/^#[0-9a-f]{6}$/i, text('fields.colour'))),
  /** The language whose addresses have no prefix. It is always offered. */
  default_language: language(),
  /** What visitors can choose besides; the structured data lists exactly these and the default (D121). */
  languages: z.array(language()),
  /** Digits only (D29); empty = no pixel. */
  facebook_pixel_id: emptyOr(/^\d{5,20}$/, text('fields.pixelDigits')),
  booking_prefix: z.string().check(z.trim(), z.regex(/^[A-Z]{1,6}$/, text('fields.prefix'))),
  /** Hours after which an unpaid booking expires (D64). */
  booking_expiry_hours: whole(1, 720),
  /** How long an unpaid booking holds its places: minutes after the last activity on the payment page. */
  hold_card_minutes: whole(5, 1_440),
  /** The same in hours, once bank transfer or cash on arrival was chosen; never longer than the booking lives. */
  hold_transfer_hours: whole(1, 720),
  hold_arrival_hours: whole(1, 720),
  /** How long an offer to somebody on the waiting list holds its places. */
  waiting_hold_hours: whole(1, 168),
  /** Hours before expiry at which the reminder of an unpaid booking is sent (D180). */
  expiry_reminder_hours: whole(1, 719),
  /** Minimum minutes before departure; an item may require more (D90). */
  cut_off_minutes: whole(0, 10_080),
  /** From this number of vacancies down the shop names it; 0: never. */
  few_places: whole(0, 1_000),
  payment_note: line(200),
  /** Promised hours until a bank transfer is verified (D113). */
  transfer_verification_hours: whole(1, 240),
  /** Currency each online provider charges in (D41); transfer and cash use the booking's own. */
  razorpay_currency: currency(),
  ccavenue_currency: currency(),
  stripe_currency: currency(),
  paypal_currency: currency().check(
    z.refine((code) => code !== 'AED' && code !== 'INR', text('fields.currencyRefused')),
  ),
  /** When off, payments for ended bookings wait for a manual review instead of being refunded. */
  auto_refund_late: onOff(),
  /** The same for a second payment of a booking. */
  auto_refund_double: onOff(),
  /** The Sign Up tab of the back office's sign-in screen (D157). */
  admin_sign_up: onOff(),
  /** Staff must use two-factor sign-in; only an owner can change this. */
  staff_two_factor: onOff(),
  /** Recipient of staff alerts; empty = contact_email. */
  alert_email: email(),
  /** Lifetime of signed booking links in days (D180). */
  token_days: whole(1, 365),
  /** Days after the end of a booking at which travellers' documents are erased (D34). */
  document_retention_days: whole(1, 3_650),
  /** Years that the audit trail is kept; the law asks for its entries about money, at least seven years (UAE, India). */
  audit_retention_years: whole(7, 50),
  /** Years that sent emails are kept; longer than the time of a dispute and of any booking that is still ahead. */
  mail_retention_years: whole(3, 50),
  /** Days that it is known who opened a private file. */
  file_view_retention_days: whole(90, 3_650),
  /** Days after completion at which travellers are asked for a review. */
  review_invitation_days: whole(0, 60),
  /** Name of the SMS provider; when empty, no page promises SMS (D110). */
  sms_provider: line(60),
  claims: z.array(claim).check(z.maxLength(30, text('fields.claimsMax', { max: 30 }))),
  /** Hero video (mp4, webm) of the Umrah list; empty = image only. */
  hero_video: address(),
  /** Audio played by the hero's sound button; empty = no button. */
  hero_audio: address(),
  /** Words with one meaning in searches: groups on lines of their own, phrases between commas. */
  search_synonyms: paragraphs(4000).check(
    z.refine(
      (typed) =>
        typed
          .split('\n')
          .every((line) => line.trim() === '' || line.split(',').filter((phrase) => phrase.trim() !== '').length > 1),
      text('fields.synonyms'),
    ),
  ),
  /** Added to the counted first visits in the visitor counter (D114). */
  visitor_counter_start: whole(0, 1_000_000_000),
  /** Limits of D180; the windows are fixed: 15 minutes, 1 minute, 10 minutes. */
  sign_in_per_account: whole(1, 10_000),
  sign_in_per_address: whole(1, 100_000),
  tracker_per_minute: whole(1, 100_000),
  bookings_per_10_minutes: whole(1, 100_000),
  /** Places in unpaid bookings, where places are limited; of one network, one contact, and of either on one departure. */
  unpaid_places_per_visitor: whole(1, 100_000),
  unpaid_places_per_contact: whole(1, 100_000),
  unpaid_places_per_departure: whole(1, 100_000),
  /** Largest cash booking that is accepted without staff or a verified email address. */
  cash_places_unchecked: whole(0, 100_000),
  /** Unpaid cash places on one departure; further cash bookings wait for staff. */
  cash_places_per_departure: whole(0, 100_000),
  uploads_per_10_minutes: whole(1, 100_000),
  contact_per_10_minutes: whole(1, 100_000),
})
export type ShopSettings = Readonly<z.infer<typeof settingsSchema>>
export type SettingKey = keyof ShopSettings

export const settingKeys = Object.keys(settingsSchema.shape) as SettingKey[]

/** The claims of the specification (D111). The agency decides which of them are true: they are off until it does. */
export const standardClaims: ShopSettings['claims'] = [
  { key: 'approval_rate', text: '99% approval rate', is_on: true },
  { key: 'guaranteed_approval', text: 'Guaranteed Approval', is_on: true },
  { key: 'support', text: '24/7 support', is_on: true },
  { key: 'money_back', text: 'Money-back guarantee if clearance cannot be processed', is_on: true },
  { key: 'email_updates', text: 'Email status updates', is_on: true },
  { key: 'sms_updates', text: 'SMS status updates', is_on: true },
]

/**
 * What applies until the agency has decided. It says nothing about the agency: no contact, no claim, no number. Pages
 * leave out what is empty.
 */
export const defaultSettings: ShopSettings = {
  site_title: 'Travel agency',
  site_logo: '',
  site_description: '',
  contact_email: '',
  contact_phone: '',
  address: '',
  country: 'AE',
  time_zone: 'Asia/Dubai',
  business_hours: '',
  support_claim: '',
  reply_claim: '',
  whatsapp: '',
  whatsapp_message: "Hello! I'd like to know more about your travel services.",
  social_links: [],
  company_name: '',
  tax_number: '',
  invoice_prefix: 'INV',
  credit_note_prefix: 'CN',
  currency: 'AED',
  display_currency: 'USD',
  auto_currency_conversion: true,
  maintenance_mode: false,
  meta_title: '',
  meta_description: '',
  meta_keywords: '',
  theme_color: '#2563eb',
  default_language: catalogueLanguage,
  languages: [...languages],
  facebook_pixel_id: '',
  booking_prefix: 'TH',
  booking_expiry_hours: 48,
  hold_card_minutes: 30,
  hold_transfer_hours: 24,
  hold_arrival_hours: 24,
  waiting_hold_hours: 4,
  expiry_reminder_hours: 24,
  cut_off_minutes: 0,
  few_places: 10,
  payment_note: '',
  transfer_verification_hours: 24,
  razorpay_currency: 'INR',
  ccavenue_currency: 'INR',
  stripe_currency: 'USD',
  paypal_currency: 'USD',
  auto_refund_late: true,
  auto_refund_double: true,
  admin_sign_up: true,
  staff_two_factor: false,
  alert_email: '',
  token_days: 30,
  document_retention_days: 180,
  audit_retention_years: 10,
  mail_retention_years: 7,
  file_view_retention_days: 730,
  review_invitation_days: 2,
  sms_provider: '',
  claims: standardClaims.map((claim) => ({ ...claim, is_on: false })),
  hero_video: '',
  hero_audio: '/sounds/calm.wav',
  search_synonyms: '',
  visitor_counter_start: 12_458,
  sign_in_per_account: 10,
  sign_in_per_address: 30,
  tracker_per_minute: 10,
  bookings_per_10_minutes: 20,
  unpaid_places_per_visitor: 150,
  unpaid_places_per_contact: 60,
  unpaid_places_per_departure: 18,
  cash_places_unchecked: 9,
  cash_places_per_departure: 20,
  uploads_per_10_minutes: 60,
  contact_per_10_minutes: 5,
}

/** Publicly readable keys (D12, C317); `default_currency` and `usd_to_inr_rate` are added to them. */
const publicSettingKeys = [
  'site_title',
  'site_logo',
  'site_description',
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
  'display_currency',
  'auto_currency_conversion',
  'maintenance_mode',
  'meta_title',
  'meta_description',
  'meta_keywords',
  'theme_color',
  'default_language',
  'languages',
  'facebook_pixel_id',
  'payment_note',
  'transfer_verification_hours',
  'admin_sign_up',
  'claims',
  'hero_video',
  'hero_audio',
] as const satisfies readonly SettingKey[]
export type PublicSettings = Pick<ShopSettings, (typeof publicSettingKeys)[number]> & {
  readonly default_currency: ShopSettings['display_currency']
  readonly usd_to_inr_rate: string
}

export function publicSettings(settings: ShopSettings, inrRate: string): PublicSettings {
  const open = Object.fromEntries(publicSettingKeys.map((key) => [key, settings[key]]))
  return {
    ...(open as Pick<ShopSettings, (typeof publicSettingKeys)[number]>),
    default_currency: settings.display_currency,
    usd_to_inr_rate: inrRate,
  }
}

/** What visitors can choose. */
export type LanguageSettings = Pick<ShopSettings, 'default_language' | 'languages'>
export const languagesOf = (settings: LanguageSettings): LanguageOffer =>
  offerOf(settings.default_language, settings.languages)

/** An address of the shop for somebody who reads this language; null: the shop's default. */
export function addressFor(settings: LanguageSettings, language: string | null, path: string): string {
  const offer = languagesOf(settings)
  return addressIn(languageOf(language, offer), offer, path)
}

/** A rate is a plain decimal above 0, up to 8 decimals; `null` for anything else (A§5). */
export function readRate(value: unknown): string | null {
  const typed = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^\d{1,9}(\.\d{1,8})?$/.test(typed) && Number(typed) > 0 ? typed : null
}

export type SettingsPatch = Partial<ShopSettings> & {
  readonly default_currency?: string
  readonly usd_to_inr_rate?: string | number
}
export type ReadPatch =
  | { readonly settings: Partial<ShopSettings>; readonly inrRate: string | null; readonly errors: readonly [] }
  | { readonly errors: readonly FieldError[] }

export const badRate = text('fields.rate')

/** Validates a change. Unknown keys and bad values become field errors; aliases are resolved (D36). */
export function readPatch(patch: Readonly<Record<string, unknown>>): ReadPatch {
  const { default_currency, usd_to_inr_rate, ...rest } = patch
  const wanted =
    default_currency === undefined || rest.display_currency !== undefined
      ? rest
      : { ...rest, display_currency: default_currency }
  const parsed = z.partial(settingsSchema).safeParse(wanted)
  const inrRate = usd_to_inr_rate === undefined ? null : readRate(usd_to_inr_rate)
  const errors: FieldError[] = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({
        path: issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : issue.path.join('.'),
        message: issue.code === 'unrecognized_keys' ? text('fields.unknownSetting') : issue.message,
      }))
  if (usd_to_inr_rate !== undefined && inrRate === null) errors.push({ path: 'usd_to_inr_rate', message: badRate })
  if (!parsed.success || errors.length > 0) return { errors }
  const settings = Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined))
  return { settings: settings as Partial<ShopSettings>, inrRate, errors: [] }
}

export function fillDefaults(stored: Readonly<Record<string, unknown>>): {
  settings: ShopSettings
  unreadable: readonly string[]
} {
  const unreadable: string[] = []
  const known = settingKeys.flatMap((key) => {
    if (!(key in stored)) return []
    const parsed = settingsSchema.shape[key].safeParse(stored[key])
    if (parsed.success) return [[key, parsed.data] as const]
    unreadable.push(key)
    return []
  })
  return { settings: { ...defaultSettings, ...Object.fromEntries(known) }, unreadable }
}
