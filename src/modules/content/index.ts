/**
 * Owns: sliders, menus, pages of the agency, messages of visitors, the visitor counter, wish lists. Does not own: site settings
 * (settings), services (catalogue), mail (mail). Invariant: no link that could run a script reaches a page.
 */
export type { Chrome, EditedPage, Enquiry, Home, Page } from './contract.ts'
export { aboveOf, menuItemErrors, sliderErrors } from './rules/editing.ts'
export {
  departureFields,
  type EnquiryField,
  type EnquiryTopic,
  enquiryErrors,
  enquiryFields,
  messageTopics,
} from './rules/enquiry.ts'
export { menuIcons } from './rules/menu-icons.ts'
export { pageHtml } from './rules/page-text.ts'
export { maxWishes } from './rules/wish-list.ts'
export type { MenuItem, Slider } from './staff-contract.ts'

/** Every refusal of this room. */
export type ContentRefusal =
  | 'content/not-found'
  | 'content/invalid'
  | 'content/version-conflict'
  | 'content/no-enquiry'
  | 'content/no-slider'
  | 'content/no-menu-item'
  /** 409: the ids do not match what is stored now. */
  | 'content/order-changed'
