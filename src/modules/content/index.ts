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
export { maxWishes } from './rules/wish-list.ts'
export type { MenuItem, Slider } from './staff-contract.ts'
export type { CannedReply, Thread, ThreadEntry } from './thread/contract.ts'
export {
  type CannedPlaceholder,
  type CannedValues,
  cannedPlaceholders,
  type EnquiryState,
  enquiryStates,
  fillCanned,
  maxCannedTitle,
  maxReply,
} from './thread/rules.ts'

/** Every refusal of this room. */
export type ContentRefusal =
  | 'content/not-found'
  | 'content/invalid'
  | 'content/version-conflict'
  | 'content/no-enquiry'
  /** 404: a copied answer. */
  | 'content/no-entry'
  /** 409: the thread has a newer entry than the caller has read. */
  | 'content/thread-changed'
  | 'content/thread-full'
  /** 409: the template is switched off, or the address takes no mail. */
  | 'content/no-mail'
  | 'content/no-canned-reply'
  | 'content/no-slider'
  | 'content/no-menu-item'
  /** 409: the ids do not match what is stored now. */
  | 'content/order-changed'
