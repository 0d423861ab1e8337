/**
 * The message of each refusal. It is exhaustive over the codes of the rooms: a new code does not compile before it has a
 * message in its room's `messages/en.json`, under `refusals`.
 */
import { type MessageValues, messagesOf, type Text } from '../kernel/messages.ts'
import type { RefusalFacts } from '../kernel/refusal.ts'
import type accountMessages from '../modules/account/messages/en.json'
import type bookingMessages from '../modules/booking/messages/en.json'
import type catalogueMessages from '../modules/catalogue/messages/en.json'
import type contentMessages from '../modules/content/messages/en.json'
import type customerMessages from '../modules/customer/messages/en.json'
import type fileMessages from '../modules/files/messages/en.json'
import type inventoryMessages from '../modules/inventory/messages/en.json'
import type mailMessages from '../modules/mail/messages/en.json'
import type paymentMessages from '../modules/payment/messages/en.json'
import type paperMessages from '../modules/printouts/messages/en.json'
import type promoMessages from '../modules/promo/messages/en.json'
import type reviewMessages from '../modules/review/messages/en.json'
import type settingsMessages from '../modules/settings/messages/en.json'
import type taskMessages from '../modules/task/messages/en.json'
import type webMessages from './messages/en.json'
import type { RefusalCode } from './refusal-codes.ts'

type Catalogues = (typeof webMessages)['refusals'] & {
  account: (typeof accountMessages)['refusals']
  booking: (typeof bookingMessages)['refusals']
  catalogue: (typeof catalogueMessages)['refusals']
  content: (typeof contentMessages)['refusals']
  customer: (typeof customerMessages)['refusals']
  file: (typeof fileMessages)['refusals']
  inventory: (typeof inventoryMessages)['refusals']
  mail: (typeof mailMessages)['refusals']
  paper: (typeof paperMessages)['refusals']
  payment: (typeof paymentMessages)['refusals']
  promo: (typeof promoMessages)['refusals']
  review: (typeof reviewMessages)['refusals']
  settings: (typeof settingsMessages)['refusals']
  task: (typeof taskMessages)['refusals']
}
type CodeWithMessage = {
  [Room in keyof Catalogues & string]: `${Room}/${keyof Catalogues[Room] & string}`
}[keyof Catalogues & string]

/** The folder of each room's catalogue below src/. */
const folders: Readonly<Record<keyof Catalogues, string>> = {
  request: 'web',
  limit: 'web',
  idempotency: 'web',
  list: 'web',
  server: 'web',
  account: 'modules/account',
  booking: 'modules/booking',
  catalogue: 'modules/catalogue',
  content: 'modules/content',
  customer: 'modules/customer',
  file: 'modules/files',
  inventory: 'modules/inventory',
  mail: 'modules/mail',
  paper: 'modules/printouts',
  payment: 'modules/payment',
  promo: 'modules/promo',
  review: 'modules/review',
  settings: 'modules/settings',
  task: 'modules/task',
}

/** Messages that the command itself provides, in this fact. */
const ownMessages: Readonly<Partial<Record<RefusalCode, string>>> = {
  'catalogue/not-found': 'sentence',
  'mail/settings-invalid': 'reason',
  'payment/amount-unavailable': 'reason',
  'booking/not-movable': 'reason',
  'booking/not-cancellable': 'reason',
}

const orNone = (fact: RefusalFacts[string] | undefined): string => (fact ? String(fact) : 'none')
/** The values of messages that have placeholders. */
const valuesOf: Readonly<Partial<Record<RefusalCode, (facts: RefusalFacts) => MessageValues>>> = {
  'limit/too-many': ({ retryAfter }) => waitOf(Number(retryAfter) || 60),
  'booking/left-behind': ({ count }) => ({ count: Number(count) || 1 }),
  'booking/too-many-unpaid': ({ max }) => ({ max: Number(max) || 1 }),
  'booking/too-many-views': ({ max }) => ({ max: Number(max) || 1 }),
  'booking/too-many-selected': ({ max }) => ({ max: Number(max) || 1 }),
  'account/person-open': ({ references }) => ({ references: orNone(references) }),
  'catalogue/too-many-items': ({ max }) => ({ max: Number(max) || 1 }),
  'catalogue/upload-refused': ({ reason }) => ({ reason: orNone(reason).replaceAll('-', '_') }),
  'catalogue/translation-file': ({ reason }) => ({ reason: orNone(reason).replaceAll('-', '_') }),
  'customer/two-accounts': ({ kept, other }) => ({ kept: orNone(kept), other: orNone(other) }),
  'file/missing': ({ purpose }) => ({ purpose: orNone(purpose) }),
  'file/type': ({ purpose }) => ({ purpose: orNone(purpose) }),
  'file/too-many-pixels': ({ megapixels }) => ({ megapixels: Number(megapixels) || 1 }),
  'file/damaged': ({ viewer }) => ({ viewer: orNone(viewer) }),
  'mail/not-for-this-booking': ({ template }) => ({ template: orNone(template) }),
  'mail/test-failed': ({ reason }) => ({ reason: orNone(reason).replaceAll('-', '_') }),
  'payment/gateway-changed': ({ provider }) => ({ provider: orNone(provider).replaceAll('_', ' ') }),
}
/** Seconds below a minute and a half, then minutes. */
const waitOf = (seconds: number) => ({ seconds, minutes: seconds < 90 ? 0 : Math.ceil(seconds / 60) })

/** The message of a refusal, as a reference that the edges resolve into the caller's language. */
export function sentenceOf(code: RefusalCode, facts: RefusalFacts = {}): Text {
  const own = facts[ownMessages[code] ?? '']
  if (typeof own === 'string') return own
  // Does not compile while a code has no message.
  const codeWithMessage: CodeWithMessage = code
  const [room, what] = codeWithMessage.split('/') as [keyof Catalogues, string]
  const folder = folders[room]
  const key = folder === 'web' ? `refusals.${room}.${what}` : `refusals.${what}`
  return messagesOf<Record<string, string>>(folder)(key, valuesOf[code]?.(facts))
}
