import * as z from 'zod'
import { id, procedure } from '../../kernel/contract.ts'
import { serviceCard } from '../catalogue/contract.ts'

export const slider = z.object({
  id,
  title: z.string(),
  subtitle: z.string(),
  imageUrl: z.string(),
  linkUrl: z.string(),
  buttonText: z.string(),
  color: z.string(),
  overlay: z.number(),
})
export const menuItem = z.object({
  id,
  name: z.string(),
  href: z.string(),
  icon: z.string(),
  newTab: z.boolean(),
  children: z.array(z.object({ id, name: z.string(), href: z.string(), newTab: z.boolean() })),
})

/** What every page's frame shows, from the settings and menus; empty menus mean the shop's defaults. */
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
})
export type Chrome = z.infer<typeof chrome>

export const home = z.object({
  sliders: z.array(slider),
  featuredUmrah: z.array(serviceCard),
  trending: z.array(serviceCard),
  counts: z.record(z.string(), z.int()),
})
export type Home = z.infer<typeof home>

export const contentContract = {
  chrome: procedure('public', 'GET /site', 'Title, contact, menus, currencies: the frame of every page').output(chrome),
  home: procedure('public', 'GET /home', 'Sliders, featured Umrah packages, trending services').output(home),
}
