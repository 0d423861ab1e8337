/**
 * Owns: what the agency says beside its catalogue: sliders, menus, pages; what visitors write to it; how many visit.
 * Does not own: site settings (settings), what is on sale (catalogue), how mail is sent (mail). Invariant: no address
 * that could run a script reaches a page.
 */
export type { Chrome, EditedPage, Enquiry, Home, Page } from './contract.ts'
export { aboveOf, menuItemErrors, sliderErrors } from './rules/editing.ts'
export {
  type EnquiryField,
  type EnquiryTopic,
  enquiryErrors,
  enquiryFields,
  enquiryTopics,
} from './rules/enquiry.ts'
export { menuIcons } from './rules/menu-icons.ts'
export { pageHtml } from './rules/page-text.ts'
export type { MenuItem, Slider } from './staff-contract.ts'

/** Every "no" of this room. */
export type ContentRefusal =
  | 'content/not-found'
  | 'content/invalid'
  | 'content/version-conflict'
  | 'content/no-enquiry'
  | 'content/no-slider'
  | 'content/no-menu-item'
  /** 409: the order that was sent does not name what is stored now. */
  | 'content/order-changed'
