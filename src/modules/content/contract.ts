import * as z from 'zod'
import { id, instant, line, pageInput, procedure, text } from '../../kernel/contract.ts'
import { serviceCard } from '../catalogue/contract.ts'
import { enquiryTopics } from './rules/enquiry.ts'
import { staffContract } from './staff-contract.ts'

const slider = z.object({
  id,
  title: z.string(),
  subtitle: z.string(),
  imageUrl: z.string(),
  linkUrl: z.string(),
  buttonText: z.string(),
  color: z.string(),
  overlay: z.number(),
})
const menuItem = z.object({
  id,
  name: z.string(),
  href: z.string(),
  icon: z.string(),
  newTab: z.boolean(),
  children: z.array(z.object({ id, name: z.string(), href: z.string(), icon: z.string(), newTab: z.boolean() })),
})

/** What every page's frame shows, from the settings and menus; empty menus mean the shop's defaults (C013, A252). */
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
  /** What a chat begins with that is about nothing in particular; empty: the page's own words. */
  whatsappMessage: z.string(),
  social: z.array(z.object({ name: z.string(), href: z.string() })),
  header: z.array(menuItem),
  footer: z.array(menuItem),
  displayCurrency: z.string(),
  convertPrices: z.boolean(),
  ratesPerUsd: z.record(z.string(), z.string()),
  paymentNote: z.string(),
  isMaintenance: z.boolean(),
  seo: z.object({ title: z.string(), description: z.string(), keywords: z.string() }),
  /** Addresses of the film and the sound behind a list's tall opening (C103, C104). */
  heroVideo: z.string().nullable(),
  heroAudio: z.string().nullable(),
  /** How soon e-mail is answered, in words. */
  replyClaim: z.string(),
  /** Marketing claims that are switched on (D111), by key, such as 'approval_rate'. */
  claims: z.array(z.object({ key: z.string(), text: z.string() })),
  transferVerificationHours: z.int(),
  /** Languages that are switched on, for the structured data (D121). */
  languages: z.array(z.string()),
  themeColor: z.string(),
  /** The advertising pixel: its id, digits only (C324), and where its script is; null for none. */
  pixel: z.object({ id: z.string(), script: z.string() }).nullable(),
  /** The Sign Up tab of /auth (D157). */
  isAdminSignUpOpen: z.boolean(),
  /** False when something could not be read and defaults stand in: such a page is not worth keeping. */
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

/** A page whose text the back office holds: /about, /services, /privacy, /terms, /hotels, /flights, /guides (D123). */
const page = z.object({
  slug: z.string(),
  title: z.string(),
  /** Made of the stored text, which holds no HTML. */
  bodyHtml: z.string(),
  /** Its headings that are questions, with their answers. */
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
  /** Null while the agency has not saved a text of its own. */
  updatedAt: instant.nullable(),
})
export type Page = z.infer<typeof page>

/** A page as it is edited. `version` 0: the text that the shop comes with, not saved yet. */
const editedPage = z.object({
  slug: z.string(),
  title: z.string(),
  body: z.string(),
  seo_title: z.string().nullable(),
  seo_description: z.string().nullable(),
  version: z.int(),
  updated_at: instant.nullable(),
  /** Still the text that the shop comes with: the agency should read it before it opens. */
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
  message: text(5000),
  topic: z.enum(enquiryTopics).default('contact'),
  /** When and with how many, in the visitor's own words. */
  travel_dates: line(100).default(''),
  travellers: line(100).default(''),
  /** Hidden from people: whoever fills it is a program, and is thanked and forgotten (C282). */
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
  answered_at: instant.nullable(),
  answered_by: z.string().nullable(),
  created_at: instant,
})
export type Enquiry = z.infer<typeof enquiry>

const visitors = z.object({ visitors: z.int() })

export const contentContract = {
  chrome: procedure('public', 'GET /site', 'Title, contact, menus, currencies: the frame of every page').output(chrome),
  home: procedure('public', 'GET /home', 'Sliders, featured Umrah packages, trending services').output(home),
  page: procedure('public', 'GET /pages/{slug}', 'A page with a text of the agency')
    .input(z.strictObject({ slug: z.string().max(80) }))
    .output(page),
  sendEnquiry: procedure('public', 'POST /contact-messages', 'Writes to the agency', { idempotent: true })
    .input(enquiryInput)
    .output(z.object({ received: z.literal(true) })),
  visitors: procedure('public', 'GET /visitors', 'The number of visitors that the footer shows').output(visitors),
  countVisit: procedure('public', 'POST /visitors', 'Counts the first visit of a browser').output(visitors),
  admin: {
    ...staffContract,
    pages: procedure(
      'staff:content',
      'GET /admin/pages',
      'The pages whose text the agency writes, with their texts',
    ).output(z.object({ items: z.array(editedPage) })),
    savePage: procedure('staff:content', 'PUT /admin/pages/{slug}', 'Saves the text of a page')
      .input(savedPage)
      .output(editedPage),
    enquiries: procedure('staff:enquiries', 'GET /admin/contact-messages', 'What visitors wrote, newest first')
      .input(
        z.strictObject({
          status: z.enum(['open', 'answered']).optional(),
          topic: z.enum(enquiryTopics).optional(),
          /** In the name, address, phone, subject or text. */
          q: line(100).optional(),
          ...pageInput,
        }),
      )
      .output(z.object({ items: z.array(enquiry), open: z.int(), nextCursor: z.string().nullable() })),
    enquiry: procedure('staff:enquiries', 'GET /admin/contact-messages/{enquiryId}', 'What one visitor wrote')
      .input(z.strictObject({ enquiryId: id }))
      .output(enquiry),
    answerEnquiry: procedure(
      'staff:enquiries',
      'PUT /admin/contact-messages/{enquiryId}/answered',
      'Notes that a message was answered, or that it was not',
    )
      .input(z.strictObject({ enquiryId: id, answered: z.boolean() }))
      .output(enquiry),
  },
}
