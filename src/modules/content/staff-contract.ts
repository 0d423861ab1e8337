/** Sliders and menus in the back office, with the field names of the specification. */
import * as z from 'zod'
import { id, instant, line, pictureAddress, procedure, text } from '../../kernel/contract.ts'
import { progressById } from '../../kernel/translation-contract.ts'
import { deletedForGood, restored, trashedList } from '../../kernel/trash-contract.ts'
import { text as message } from './text.ts'
import { settingTranslationsContract, translationsContract } from './translations/contract.ts'

const order = z.int().min(0).max(100_000)
const version = z.int().min(1)
const address = line(2000)
const ids = z.array(id).min(1).max(500)

/** The defaults of a new slider: A238. */
export const sliderInput = z.strictObject({
  title: line(200),
  subtitle: text(500).default(''),
  image_url: address.describe(pictureAddress.description ?? ''),
  link_url: address.default(''),
  button_text: line(60).default('Learn More'),
  display_order: order.default(0),
  is_active: z.boolean().default(true),
  cta_button_color: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, message('fields.colour'))
    .default('#3B82F6'),
  background_overlay_opacity: z
    .number()
    .min(0, message('fields.overlay'))
    .max(1, message('fields.overlay'))
    .refine((value) => Math.round(value * 10) / 10 === value, message('fields.overlayStep'))
    .default(0.5),
})
export type SliderInput = z.output<typeof sliderInput>
const slider = z.object({
  id,
  version: z.int(),
  title: z.string(),
  subtitle: z.string(),
  image_url: z.string(),
  link_url: z.string(),
  button_text: z.string(),
  display_order: z.int(),
  is_active: z.boolean(),
  cta_button_color: z.string(),
  background_overlay_opacity: z.number(),
  updated_at: instant,
})
export type Slider = z.infer<typeof slider>

/** The defaults of a new menu item: A246. */
export const menuItemInput = z.strictObject({
  name: line(80),
  href: address,
  icon: z
    .string()
    .regex(/^[A-Za-z0-9]{0,40}$/, message('fields.icon'))
    .default('Link'),
  menu_type: z.enum(['header', 'footer']).default('header'),
  target: z.enum(['_self', '_blank']).default('_self'),
  /** An empty text means no parent (A247). */
  parent_id: z.preprocess((value) => (value === '' ? null : value), id.nullable()).default(null),
  order_index: order.default(0),
  is_active: z.boolean().default(true),
})
export type MenuItemInput = z.output<typeof menuItemInput>
const menuItem = z.object({
  id,
  version: z.int(),
  name: z.string(),
  href: z.string(),
  icon: z.string(),
  menu_type: z.enum(['header', 'footer']),
  target: z.enum(['_self', '_blank']),
  parent_id: id.nullable(),
  order_index: z.int(),
  is_active: z.boolean(),
  updated_at: instant,
})
export type MenuItem = z.infer<typeof menuItem>

const sliderList = z.object({ items: z.array(slider), translations: progressById })
const menuList = z.object({ items: z.array(menuItem), translations: progressById })
const removed = z.object({ removed: z.literal(true) })

/** What waits in the trash of the content. */
export const trashTypes = ['slider', 'menu-item'] as const
export type TrashType = (typeof trashTypes)[number]
const trashed = { type: z.enum(trashTypes), id }

export const staffContract = {
  translations: translationsContract,
  settingTranslations: settingTranslationsContract,
  sliders: {
    list: procedure('staff:content', 'GET /admin/sliders', 'All sliders of the home page, by display_order').output(
      sliderList,
    ),
    create: procedure('staff:content', 'POST /admin/sliders', 'Creates a slider').input(sliderInput).output(slider),
    change: procedure('staff:content', 'PUT /admin/sliders/{sliderId}', 'Changes a slider; refuses an old version')
      .input(z.strictObject({ sliderId: id, version, slider: sliderInput }))
      .output(slider),
    remove: procedure('staff:content', 'DELETE /admin/sliders/{sliderId}', 'Moves a slider to the trash')
      .input(z.strictObject({ sliderId: id }))
      .output(removed),
    reorder: procedure('staff:content', 'PUT /admin/slider-order', 'Sets the order of all sliders')
      .input(z.strictObject({ ids }))
      .output(sliderList),
  },
  menu: {
    list: procedure('staff:content', 'GET /admin/menu-items', 'All items of both menus, by order_index').output(
      menuList,
    ),
    create: procedure('staff:content', 'POST /admin/menu-items', 'Creates a menu item')
      .input(menuItemInput)
      .output(menuItem),
    change: procedure('staff:content', 'PUT /admin/menu-items/{itemId}', 'Changes a menu item; refuses an old version')
      .input(z.strictObject({ itemId: id, version, item: menuItemInput }))
      .output(menuItem),
    remove: procedure(
      'staff:content',
      'DELETE /admin/menu-items/{itemId}',
      'Moves an item and the items below it to the trash',
    )
      .input(z.strictObject({ itemId: id }))
      .output(removed),
    reorder: procedure('staff:content', 'PUT /admin/menu-order', 'Sets the order of the items of one menu and parent')
      .input(z.strictObject({ menu_type: z.enum(['header', 'footer']), parent_id: id.nullable(), ids }))
      .output(menuList),
  },
  trash: {
    list: procedure('staff:content', 'GET /admin/trashed-content/{type}', 'What is in the trash, newest first')
      .input(z.strictObject({ type: trashed.type }))
      .output(trashedList),
    restore: procedure(
      'staff:content',
      'POST /admin/trashed-content/{type}/{id}/restoration',
      'Brings it back as it was; repeats change nothing',
    )
      .input(z.strictObject(trashed))
      .output(restored),
    remove: procedure('staff:content', 'DELETE /admin/trashed-content/{type}/{id}', 'Deletes it for good')
      .input(z.strictObject(trashed))
      .output(deletedForGood),
  },
}
