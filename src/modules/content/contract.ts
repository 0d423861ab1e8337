import * as z from 'zod'
import { id, instant, procedure } from '../../kernel/contract.ts'
import { serviceCard } from '../catalogue/contract.ts'

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
  children: z.array(z.object({ id, name: z.string(), href: z.string(), newTab: z.boolean() })),
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
  social: z.array(z.object({ name: z.string(), href: z.string() })),
  header: z.array(menuItem),
  footer: z.array(menuItem),
  displayCurrency: z.string(),
  convertPrices: z.boolean(),
  ratesPerUsd: z.record(z.string(), z.string()),
  paymentNote: z.string(),
  isMaintenance: z.boolean(),
  seo: z.object({ title: z.string(), description: z.string(), keywords: z.string() }),
  /** How soon e-mail is answered, in words. */
  replyClaim: z.string(),
  /** Marketing claims that are switched on (D111), by key, such as 'approval_rate'. */
  claims: z.array(z.object({ key: z.string(), text: z.string() })),
  transferVerificationHours: z.int(),
  /** Languages that are switched on, for the structured data (D121). */
  languages: z.array(z.string()),
  themeColor: z.string(),
  /** Digits only, or null for no pixel (C324). */
  pixelId: z.string().nullable(),
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

/** A page whose text the back office holds: /privacy, /terms, /hotels, /flights, /guides (D123). */
const page = z.object({
  slug: z.string(),
  title: z.string(),
  /** Sanitised when it was saved. */
  bodyHtml: z.string(),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
  updatedAt: instant,
})
export type Page = z.infer<typeof page>

export const contentContract = {
  chrome: procedure('public', 'GET /site', 'Title, contact, menus, currencies: the frame of every page').output(chrome),
  home: procedure('public', 'GET /home', 'Sliders, featured Umrah packages, trending services').output(home),
  page: procedure('public', 'GET /pages/{slug}', 'A page with a text of the agency')
    .input(z.strictObject({ slug: z.string().max(80) }))
    .output(page),
}
