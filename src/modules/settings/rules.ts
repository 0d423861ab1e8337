/** What the agency can set, what each value may be, and what applies where nothing is stored. */
import * as z from 'zod/mini'
import { currencies } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import { safeLink } from './links.ts'

const line = (max: number) =>
  z
    .string('Please enter a text')
    .check(z.trim(), z.maxLength(max, `Use at most ${max} characters`), z.regex(/^[^\r\n]*$/, 'Use one line'))
const paragraphs = (max: number) =>
  z.string('Please enter a text').check(z.trim(), z.maxLength(max, `Use at most ${max} characters`))
const onOff = () => z.boolean('Please choose yes or no')
const whole = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${max}`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}
const currency = () => z.enum(currencies, `Please choose one of ${currencies.join(', ')}`)
const email = () =>
  line(254).check(
    z.refine((text) => text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), 'Please enter a valid email address'),
  )
const emptyOr = (pattern: RegExp, message: string) =>
  line(200).check(z.refine((text) => text === '' || pattern.test(text), message))
/** An address that the shop links to; others never reach a page. Relative to the shop or http(s). */
const address = () =>
  line(2000).check(
    z.refine(
      (text) => text === '' || (safeLink(text) !== null && !/^(mailto|tel):/i.test(text)),
      'Please enter an address that starts with https:// or /',
    ),
  )
/** A claim of the shop: editable, and not shown when it is switched off (D111). */
const claim = z.strictObject({
  key: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use lower case letters, digits and _')),
  text: line(200),
  is_on: onOff(),
})
const socialLink = z.strictObject({ name: line(40), href: address() })

/** Every setting by its stored key (setting_key), with what its value may be. */
export const settingsSchema = z.strictObject({
  site_title: line(100),
  /** A picture's address, or empty for the built-in logo. */
  site_logo: address(),
  site_description: paragraphs(500),
  contact_email: email(),
  contact_phone: line(40),
  /** One place per line. */
  address: paragraphs(500),
  business_hours: line(200),
  support_claim: line(100),
  /** How soon e-mail is answered, in words. */
  reply_claim: line(100),
  /** The number for chats in international form, digits only (without +); empty = no chat button. */
  whatsapp: emptyOr(/^[1-9]\d{6,14}$/, 'Please enter the number with country code, digits only'),
  /** What a new chat starts with. */
  whatsapp_message: line(300),
  social_links: z.array(socialLink).check(z.maxLength(12, 'At most 12 links')),
  /** The seller on invoices; empty = site_title. */
  company_name: line(120),
  /** TRN, GSTIN: stands on invoices; empty = none. */
  tax_number: line(40),
  /** First letters of invoice numbers. */
  invoice_prefix: z.string().check(z.trim(), z.regex(/^[A-Z]{1,6}$/, 'Use 1 to 6 capital letters')),
  /** The currency of the back office's reports (D36). */
  currency: currency(),
  /** What the storefront shows first (D36); `default_currency` is another name for it. */
  display_currency: currency(),
  /** Off: every price stands in its own currency. */
  auto_currency_conversion: onOff(),
  maintenance_mode: onOff(),
  meta_title: line(120),
  meta_description: line(320),
  meta_keywords: line(500),
  theme_color: z.string('Please enter a colour').check(z.regex(/^#[0-9a-f]{6}$/i, 'Please enter a colour as #RRGGBB')),
  /** Languages that are switched on: the structured data lists exactly these (D121). */
  languages: z.array(z.enum(['en', 'ar', 'hi', 'ur'])).check(z.minLength(1, 'At least one language is needed')),
  /** Digits only (D29); empty = no pixel. */
  facebook_pixel_id: emptyOr(/^\d{5,20}$/, 'The pixel id has digits only'),
  /** First letters of new booking references (D10). */
  booking_prefix: z.string().check(z.trim(), z.regex(/^[A-Z]{1,6}$/, 'Use 1 to 6 capital letters')),
  /** Hours after which an unpaid booking expires (D64). */
  booking_expiry_hours: whole(1, 720),
  /** The reminder of an unpaid booking goes out so many hours before it expires (D180). */
  expiry_reminder_hours: whole(1, 719),
  /** A start must be at least so many minutes away, beyond what the item itself asks (D90). */
  cut_off_minutes: whole(0, 10_080),
  /** Stands below the payment form (D162); empty = no note. */
  payment_note: line(200),
  /** Hours within which a bank transfer is promised to be checked (D113). */
  transfer_verification_hours: whole(1, 240),
  /** What each online provider is asked for (D41); transfer and cash use the booking's own currency. */
  razorpay_currency: currency(),
  ccavenue_currency: currency(),
  stripe_currency: currency(),
  paypal_currency: currency().check(
    z.refine((code) => code !== 'AED' && code !== 'INR', 'PayPal cannot take AED or INR'),
  ),
  /** Off: money that came after its booking had ended waits for a person instead of going back by itself. */
  auto_refund_late: onOff(),
  /** Off: the same for a second payment of a booking. */
  auto_refund_double: onOff(),
  /** The Sign Up tab of the back office's sign-in screen (D157). */
  admin_sign_up: onOff(),
  /** The back office opens only to staff with two-factor sign-in; an owner decides. */
  staff_two_factor: onOff(),
  /** Where alerts for the agency go; empty = contact_email. */
  alert_email: email(),
  /** Life of signed booking links (D180). */
  token_days: whole(1, 365),
  /** Travellers' documents are erased so many days after their booking is over (D34). */
  document_retention_days: whole(1, 3_650),
  /** Travellers are asked for a review so many days after their booking is completed. */
  review_invitation_days: whole(0, 60),
  /** Who sends SMS for the agency, by name; empty = nobody, and then nothing promises any (D110). */
  sms_provider: line(60),
  claims: z.array(claim).check(z.maxLength(30, 'At most 30 claims')),
  /** A film (mp4, webm) behind the tall opening of the Umrah list; empty = its picture alone. */
  hero_video: address(),
  /** What the sound button of that opening plays; empty = no button. */
  hero_audio: address(),
  /** The visitor counter shows this plus the counted first visits (D114). */
  visitor_counter_start: whole(0, 1_000_000_000),
  /** Limits of D180; the windows are fixed: 15 minutes, 1 minute, 10 minutes. */
  sign_in_per_account: whole(1, 10_000),
  sign_in_per_address: whole(1, 100_000),
  tracker_per_minute: whole(1, 100_000),
  bookings_per_10_minutes: whole(1, 100_000),
  uploads_per_10_minutes: whole(1, 100_000),
  contact_per_10_minutes: whole(1, 100_000),
})
export type ShopSettings = Readonly<z.infer<typeof settingsSchema>>
export type SettingKey = keyof ShopSettings

export const settingKeys = Object.keys(settingsSchema.shape) as SettingKey[]

export const defaultSettings: ShopSettings = {
  site_title: 'Safar Travel House',
  site_logo: '',
  site_description: 'Tours, visas, tickets, transfers and Umrah packages for travellers to Dubai and the UAE.',
  contact_email: 'support@safar.example',
  contact_phone: '+91 22 5550 0142',
  address: 'Mumbai, India\nDubai, United Arab Emirates',
  business_hours: 'Monday to Saturday 9:00 AM to 8:00 PM IST',
  support_claim: '24/7 Support',
  reply_claim: 'E-mail replies within 24 hours',
  whatsapp: '912255500142',
  whatsapp_message: "Hello! I'd like to know more about your travel services.",
  social_links: [],
  company_name: '',
  tax_number: '',
  invoice_prefix: 'INV',
  currency: 'AED',
  display_currency: 'USD',
  auto_currency_conversion: true,
  maintenance_mode: false,
  meta_title: '',
  meta_description: '',
  meta_keywords: '',
  theme_color: '#2563eb',
  languages: ['en'],
  facebook_pixel_id: '',
  booking_prefix: 'TH',
  booking_expiry_hours: 48,
  expiry_reminder_hours: 24,
  cut_off_minutes: 0,
  payment_note: 'Your payment is secured with bank-level encryption',
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
  review_invitation_days: 2,
  sms_provider: '',
  claims: [
    { key: 'approval_rate', text: '99% approval rate', is_on: true },
    { key: 'guaranteed_approval', text: 'Guaranteed Approval', is_on: true },
    { key: 'support', text: '24/7 support', is_on: true },
    { key: 'money_back', text: 'Money-back guarantee if clearance cannot be processed', is_on: true },
    { key: 'email_updates', text: 'E-mail status updates', is_on: true },
    { key: 'sms_updates', text: 'SMS status updates', is_on: true },
  ],
  hero_video: '',
  hero_audio: '/sounds/calm.wav',
  visitor_counter_start: 12_458,
  sign_in_per_account: 10,
  sign_in_per_address: 30,
  tracker_per_minute: 10,
  bookings_per_10_minutes: 20,
  uploads_per_10_minutes: 60,
  contact_per_10_minutes: 5,
}

/** The keys that anybody may read (D12, C317); `default_currency` and `usd_to_inr_rate` are answered beside them. */
const publicSettingKeys = [
  'site_title',
  'site_logo',
  'site_description',
  'contact_email',
  'contact_phone',
  'address',
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

/** Only what anybody may know; `inrRate` is the INR rate of one US dollar. */
export function publicSettings(settings: ShopSettings, inrRate: string): PublicSettings {
  const open = Object.fromEntries(publicSettingKeys.map((key) => [key, settings[key]]))
  return {
    ...(open as Pick<ShopSettings, (typeof publicSettingKeys)[number]>),
    default_currency: settings.display_currency,
    usd_to_inr_rate: inrRate,
  }
}

/** A rate is a plain decimal above 0, up to 8 decimals; `null` for anything else (A§5). */
export function readRate(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^\d{1,9}(\.\d{1,8})?$/.test(text) && Number(text) > 0 ? text : null
}

/** A change as the back office sends it: settings by key, and the two other names. */
export type SettingsPatch = Partial<ShopSettings> & {
  readonly default_currency?: string
  readonly usd_to_inr_rate?: string | number
}
export type ReadPatch =
  | { readonly settings: Partial<ShopSettings>; readonly inrRate: string | null; readonly errors: readonly [] }
  | { readonly errors: readonly FieldError[] }

export const badRate = 'Please enter a valid exchange rate greater than 0'

/** Checks a change: unknown keys and bad values become field errors, aliases become their key (D36). */
export function readPatch(patch: Readonly<Record<string, unknown>>): ReadPatch {
  const { default_currency, usd_to_inr_rate, ...rest } = patch
  const wanted =
    default_currency === undefined || rest.display_currency !== undefined
      ? rest
      : { ...rest, display_currency: default_currency }
  const read = z.partial(settingsSchema).safeParse(wanted)
  const inrRate = usd_to_inr_rate === undefined ? null : readRate(usd_to_inr_rate)
  const errors: FieldError[] = read.success
    ? []
    : read.error.issues.map((issue) => ({
        path: issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : issue.path.join('.'),
        message: issue.code === 'unrecognized_keys' ? 'There is no such setting' : issue.message,
      }))
  if (usd_to_inr_rate !== undefined && inrRate === null) errors.push({ path: 'usd_to_inr_rate', message: badRate })
  if (!read.success || errors.length > 0) return { errors }
  const settings = Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined))
  return { settings: settings as Partial<ShopSettings>, inrRate, errors: [] }
}

/** Stored rows over the defaults. A stored value that no longer fits counts as not stored; its key is reported. */
export function fillDefaults(stored: Readonly<Record<string, unknown>>): {
  settings: ShopSettings
  unreadable: readonly string[]
} {
  const unreadable: string[] = []
  const known = settingKeys.flatMap((key) => {
    if (!(key in stored)) return []
    const read = settingsSchema.shape[key].safeParse(stored[key])
    if (read.success) return [[key, read.data] as const]
    unreadable.push(key)
    return []
  })
  return { settings: { ...defaultSettings, ...Object.fromEntries(known) }, unreadable }
}
