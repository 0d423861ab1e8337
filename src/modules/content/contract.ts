import * as z from 'zod'
import {
  chosenDay,
  id,
  instant,
  line,
  moneySchema,
  pageInput,
  pictureAddress,
  procedure,
  text,
} from '../../kernel/contract.ts'
import { knownLanguages } from '../../kernel/language.ts'
import { progressById } from '../../kernel/translation-contract.ts'
import { bookingAccess } from '../booking/contract.ts'
import { serviceCard } from '../catalogue/contract.ts'
import { enquiryTopics, messageTopics } from './rules/enquiry.ts'
import { staffContract } from './staff-contract.ts'
import { threadProcedures } from './thread/contract.ts'
import { enquiryStates } from './thread/rules.ts'
import { wishListContract } from './wish-list-contract.ts'

const language = z.enum(knownLanguages)
/** The language of each field that has no translation into the language of the answer. */
const textLanguages = z.record(z.string(), language).optional()
const slider = z.object({
  id,
  title: z.string(),
  subtitle: z.string(),
  imageUrl: pictureAddress,
  linkUrl: z.string(),
  buttonText: z.string(),
  color: z.string(),
  overlay: z.number(),
  languages: textLanguages,
})
const menuItem = z.object({
  id,
  name: z.string(),
  href: z.string(),
  icon: z.string(),
  newTab: z.boolean(),
  /** Set when the name has no translation into the language of the answer. */
  lang: language.optional(),
  children: z.array(
    z.object({
      ...{ id, name: z.string(), href: z.string(), icon: z.string(), newTab: z.boolean() },
      lang: language.optional(),
    }),
  ),
})

/** Header and footer of every page, from settings and menus. Empty menus: the shop shows its default menus (C013, A252). */
export const chrome = z.object({
  siteTitle: z.string(),
  siteLogo: z.string().nullable(),
  siteDescription: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  address: z.string(),
  businessHours: z.string(),
  supportClaim: z.string(),
  whatsapp: z.string().nullable(),
  /** The first message of a general chat; empty: the default of the page. */
  whatsappMessage: z.string(),
  social: z.array(z.object({ name: z.string(), href: z.string() })),
  header: z.array(menuItem),
  footer: z.array(menuItem),
  displayCurrency: z.string(),
  convertPrices: z.boolean(),
  ratesPerUsd: z.record(z.string(), z.string()),
  paymentNote: z.string(),
  /** 'soon': it has not opened yet. Staff see the shop in every state. */
  state: z.enum(['open', 'soon', 'maintenance']),
  /** The agency has given its name; otherwise siteTitle is a stand-in. */
  isNamed: z.boolean(),
  seo: z.object({ title: z.string(), description: z.string(), keywords: z.string() }),
  /** Video and sound of the hero of list pages (C103, C104). */
  heroVideo: z.string().nullable(),
  heroAudio: z.string().nullable(),
  /** The promised reply time, as text. */
  replyClaim: z.string(),
  /** The active marketing claims (D111), by key, such as 'approval_rate'. */
  claims: z.array(z.object({ key: z.string(), text: z.string(), lang: language.optional() })),
  transferVerificationHours: z.int(),
  /** ISO code of the country the agency works in, for the structured data. */
  country: z.string(),
  /** IANA name of the agency's time zone. */
  timeZone: z.string(),
  /** The city of the time zone, in the visitor's language. */
  place: z.string(),
  /** What visitors can choose; the first has addresses without a prefix (D121). */
  languages: z.array(language),
  /** The language of each field ('businessHours', 'seo.title') that has no translation into the language of the answer. */
  lang: textLanguages,
  themeColor: z.string(),
  /** The advertising pixel: its numeric id (C324) and the URL of its script. */
  pixel: z.object({ id: z.string(), script: z.string() }).nullable(),
  /** The Sign Up tab of /auth (D157). */
  isAdminSignUpOpen: z.boolean(),
  /** Whether mail leaves the shop. Without it no page may promise an email. */
  sendsMail: z.boolean(),
  /** False when a part could not be read and shows its default: such a page is not cached. */
  isComplete: z.boolean(),
})
export type Chrome = z.infer<typeof chrome>

export const home = z.object({
  sliders: z.array(slider),
  featuredUmrah: z.array(serviceCard),
  trending: z.array(serviceCard),
  counts: z.record(z.string(), z.int()),
  isComplete: z.boolean(),
})
export type Home = z.infer<typeof home>

/** A page whose text staff edit: /about, /services, /privacy, /terms, /hotels, /flights, /guides (D123). */
const page = z.object({
  slug: z.string(),
  title: z.string(),
  /** Rendered from the stored text, which cannot contain HTML. */
  bodyHtml: z.string(),
  /** Headings that are questions, with their answers. */
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
  /** Null for a default text. */
  updatedAt: instant.nullable(),
  languages: textLanguages,
})
export type Page = z.infer<typeof page>

/** A page in the editor. `version` 0: the default text, not saved yet. */
const editedPage = z.object({
  slug: z.string(),
  title: z.string(),
  body: z.string(),
  seo_title: z.string().nullable(),
  seo_description: z.string().nullable(),
  version: z.int(),
  updated_at: instant.nullable(),
  /** The default text, which the agency should review before it opens the shop. */
  isDefault: z.boolean(),
})
export type EditedPage = z.infer<typeof editedPage>
const savedPage = z.strictObject({
  slug: z.string().max(80),
  title: line(200),
  body: text(50_000),
  seo_title: line(120).nullable().optional(),
  seo_description: line(320).nullable().optional(),
  version: z.int().min(0),
})
export type SavePageInput = z.infer<typeof savedPage>

const enquiryInput = z.strictObject({
  name: line(200),
  email: line(254),
  phone: line(40),
  subject: line(200),
  /** Up to 4,500 characters with the topic 'departure', whose message ends with the address of the item. */
  message: text(5000),
  topic: z.enum(enquiryTopics).default('contact'),
  /** Free text. */
  travel_dates: line(100).default(''),
  travellers: line(100).default(''),
  /** For the topic 'departure' only: the item; its title becomes the subject. */
  service_id: id.optional(),
  /** A honeypot: hidden from people, filled by bots. The message is then dropped with the usual answer (C282). */
  company_website: z.string().max(2000).default(''),
})
export type EnquiryInput = z.infer<typeof enquiryInput>

const enquiry = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  topic: z.string(),
  travel_dates: z.string(),
  travellers: z.string(),
  /** With the topic 'departure': the item, while it exists. */
  service_id: id.nullable(),
  service_type: z.string().nullable(),
  /** With the topic 'booking'. */
  booking_id: id.nullable(),
  booking_reference: z.string().nullable(),
  /** Of replies; null: the shop's default. */
  language: z.string().nullable(),
  /** 'new': it waits for a reply. 'closed': nothing more to do. */
  state: z.enum(enquiryStates),
  answered_at: instant.nullable(),
  answered_by: z.string().nullable(),
  /** Replies of staff and copied answers. */
  entries: z.int(),
  created_at: instant,
})
export type Enquiry = z.infer<typeof enquiry>

export const bookingMessageInput = z.strictObject({ ...bookingAccess, message: text(5000) })
export const bookingMessages = z.object({
  items: z.array(
    z.object({
      ...{ id, message: z.string(), answered_at: instant.nullable(), created_at: instant },
      /** What the agency wrote by mail, oldest first. */
      replies: z.array(z.object({ id, message: z.string(), created_at: instant })),
    }),
  ),
})

const visitors = z.object({ visitors: z.int() })

/** `lang`: of a title that has no translation into the language of the answer. */
const link = z.object({ title: z.string(), href: z.string(), lang: language.optional() })
const place = z.object({ name: z.string(), count: z.int(), href: z.string() })
const searchWords = {
  /** What was searched: a single line of at most 100 characters. */
  q: z.string(),
  /** The words that were searched instead, because nothing has all that were typed: corrected, or fewer. */
  corrected: z.string().nullable(),
  /** All found items, not only those in the answer. */
  total: z.int(),
}
const searchAnswer = z.object({
  ...searchWords,
  /** By kind, the best match first, with the first items of each. `href` lists all of them. */
  groups: z.array(
    z.object({ kind: z.string(), title: z.string(), total: z.int(), href: z.string(), items: z.array(serviceCard) }),
  ),
  /** Kinds, places and pages that the words name. */
  kinds: z.array(link),
  places: z.array(place),
  pages: z.array(link),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

const suggestions = z.object({
  ...searchWords,
  items: z.array(
    z.object({
      /** 'kinds', 'places', 'pages', or the kind of an item. */
      group: z.string(),
      /** The name of an item's kind; '' for other groups. */
      group_title: z.string(),
      title: z.string(),
      href: z.string(),
      /** Of a title that has no translation into the language of the answer. */
      lang: z.string().optional(),
      place: z.string(),
      /** The name of a picture set, or a URL. */
      image: z.string().nullable(),
      from: moneySchema.nullable(),
      /** Of a place: how many of the found items are there. */
      count: z.int().nullable(),
    }),
  ),
})
export type Suggestions = z.infer<typeof suggestions>
const searchInput = z.strictObject({ q: line(100) })

export const contentContract = {
  wishes: wishListContract,
  search: procedure('public', 'GET /search', 'Active services of every kind, places and pages, by words', {
    closes: true,
  })
    .input(searchInput)
    .output(searchAnswer),
  suggest: procedure('public', 'GET /search/suggestions', 'At most eight results for words that are being typed', {
    closes: true,
  })
    .input(searchInput)
    .output(suggestions),
  chrome: procedure(
    'public',
    'GET /site',
    'Title, contact, menus and currencies for the header and footer of every page',
  ).output(chrome),
  home: procedure('public', 'GET /home', 'Sliders, featured Umrah packages, trending services', {
    closes: true,
  }).output(home),
  page: procedure('public', 'GET /pages/{slug}', 'A page written by the agency', { closes: true })
    .input(z.strictObject({ slug: z.string().max(80) }))
    .output(page),
  sendEnquiry: procedure('public', 'POST /contact-messages', 'Sends a message to the agency', { idempotent: true })
    .input(enquiryInput)
    .output(z.object({ received: z.literal(true) })),
  bookingMessages: procedure(
    'public',
    'GET /bookings/{bookingId}/messages',
    'The last messages of the customer about a booking, oldest first',
  )
    .input(z.strictObject(bookingAccess))
    .output(bookingMessages),
  sendBookingMessage: procedure(
    'public',
    'POST /bookings/{bookingId}/messages',
    'Sends the agency a message about a booking',
    { idempotent: true },
  )
    .input(bookingMessageInput)
    .output(bookingMessages),
  visitors: procedure('public', 'GET /visitors', 'The visitor number of the footer').output(visitors),
  countVisit: procedure('public', 'POST /visitors', 'Counts the first visit of a browser').output(visitors),
  countItemVisit: procedure(
    'public',
    'POST /item-visits',
    "Counts who opened an item's page, by kind: an address once a day. Stores numbers only",
  )
    .input(z.strictObject({ kind: line(40) }))
    .output(z.object({ received: z.literal(true) })),
  admin: {
    ...staffContract,
    itemVisits: procedure('staff:overview', 'GET /admin/item-visits', 'Visitors of item pages in a period, by kind')
      .input(z.strictObject({ from: chosenDay, to: chosenDay }))
      .output(z.record(z.string(), z.int())),
    pages: procedure('staff:content', 'GET /admin/pages', 'The pages written by the agency').output(
      z.object({ items: z.array(editedPage), translations: progressById }),
    ),
    savePage: procedure('staff:content', 'PUT /admin/pages/{slug}', 'Saves the text of a page')
      .input(savedPage)
      .output(editedPage),
    enquiries: procedure('staff:enquiries', 'GET /admin/contact-messages', 'Messages of visitors, newest first')
      .input(
        z.strictObject({
          /** 'open' is an older name of 'new'. */
          status: z.enum(['open', ...enquiryStates]).optional(),
          topic: z.enum(messageTopics).optional(),
          booking_id: id.optional(),
          /** Searches name, address, phone, subject and text. */
          q: line(100).optional(),
          ...pageInput,
        }),
      )
      .output(z.object({ items: z.array(enquiry), open: z.int(), nextCursor: z.string().nullable() })),
    enquiry: procedure('staff:enquiries', 'GET /admin/contact-messages/{enquiryId}', 'One message')
      .input(z.strictObject({ enquiryId: id }))
      .output(enquiry),
    answerEnquiry: procedure(
      'staff:enquiries',
      'PUT /admin/contact-messages/{enquiryId}/answered',
      'Marks a message as answered or open',
    )
      .input(z.strictObject({ enquiryId: id, answered: z.boolean() }))
      .output(enquiry),
    ...threadProcedures,
  },
}
