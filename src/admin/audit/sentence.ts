import type { AuditLine } from '../../modules/account/contract.ts'
import { inWords } from '../labels.tsx'
import { officeLanguage } from '../language.ts'
import { hasText, textOf } from '../text.ts'
import { type Change, changesOf } from './changes.ts'
import { titleOf } from './title.ts'
import { type Context, isRecord, type KindSpecs } from './values.ts'

const t = textOf('audit')
const did = textOf('auditActions')
const actors = textOf('auditActors')

/** An entry in words: '{who} {lead}{title}{rest}', where the title may be a link. */
export interface Sentence {
  readonly who: string
  readonly lead: string
  /** '' where the sentence names nothing. */
  readonly title: string
  readonly rest: string
  readonly changes: readonly Change[]
  /** The sentence holds all that is known. */
  readonly isComplete: boolean
}

/** Changes of fields that are told as 'changed {field} of {title} from {before} to {after}'. */
const edits = new Set([
  ...[
    'service.updated',
    'trending.updated',
    'slider.updated',
    'menu-item.updated',
    'page.saved',
    'canned-reply.changed',
  ],
  ...['promo.changed', 'settings.saved', 'rates.saved', 'gateway.saved', 'email-settings.saved', 'mail-template.saved'],
  ...['booking.corrected', 'booking.changed', 'customer.changed', 'departure.changed', 'resource.changed'],
  ...['staff.role-changed', 'task.changed', 'booking.view-changed', 'payment.proof-changed', 'booking.notes-saved'],
])
const withoutTitle = new Set(['settings.saved', 'rates.saved', 'email-settings.saved'])
const maxFields = 3
const maxValue = 80
// A private character, so that no title can be taken for it.
const mark = '\uE000'

export const contextOf = (
  { subject, subject_type: type, before, after, names }: AuditLine,
  specs: KindSpecs,
): Context => ({
  specs,
  type,
  kind: subject?.kind ?? kindIn(after) ?? kindIn(before),
  currency: subject?.currency ?? null,
  names,
})
const kindIn = (side: unknown): string | null => (isRecord(side) && typeof side.kind === 'string' ? side.kind : null)

export function sentenceOf(line: AuditLine, specs: KindSpecs): Sentence {
  const changes = changesOf(line, contextOf(line, specs))
  const edit = edits.has(line.action) && line.before !== null ? editOf(line, changes) : null
  const phrase = edit?.phrase ?? withOutcome(line, phraseOf(line, changes))
  const [lead = '', ...rest] = phrase.split(mark)
  const title = rest.length > 0 ? titleOf(line) : ''
  const isTold = line.action === 'catalogue.upload-started' || (telling.has(line.action) && changes.length <= 1)
  const isComplete = edit?.isComplete ?? isTold
  return {
    who: hasText('auditActors', line.who) ? actors(line.who) : line.who,
    lead,
    title,
    rest: rest.join(title),
    changes,
    isComplete,
  }
}
/** Actions that say by themselves which field they changed. */
const telling = new Set([
  ...['booking.confirm', 'booking.cancel', 'booking.complete', 'booking.case-submitted', 'task.done', 'task.reopened'],
  ...['booking.document-accepted', 'booking.document-uploaded', 'bookings.exported', 'mail.retry', 'shop.opened'],
  ...['service', 'slider', 'menu-item', 'promo'].flatMap((type) => [`${type}.trashed`, `${type}.restored`]),
  ...['enquiry.answered', 'enquiry.closed', 'enquiry.reopened', 'review.published', 'picture.uploaded'],
  ...['account.two-factor-on', 'account.two-factor-off', 'waiting.removed', 'service.archived'],
  ...['services.activate', 'services.deactivate', 'services.feature', 'services.unfeature', 'services.duplicate'],
  ...['services.archive', 'services.delete', 'services.restore'],
])

/** The whole sentence as one text. */
export const sentenceText = ({ who, lead, title, rest }: Sentence): string => `${who} ${lead}${title}${rest}`

function editOf({ action }: AuditLine, changes: readonly Change[]): { phrase: string; isComplete: boolean } | null {
  const fields = changes.filter(({ key }) => key !== 'reason')
  const [first] = fields
  if (!first || fields.length > maxFields) return null
  const of = withoutTitle.has(action) ? '' : 'Of'
  const title = mark
  if (fields.length > 1) {
    const names = fields.map(({ label }) => inSentence(label))
    const field = new Intl.ListFormat(officeLanguage).format(names)
    return { phrase: t(`touched${of}`, { field, title }), isComplete: false }
  }
  const isComplete = changes.length === 1
  const { label, before, after, isSwitch } = first
  if (isSwitch) return { phrase: t(`${after === t('yes') ? 'on' : 'off'}${of}`, { field: label, title }), isComplete }
  const field = inSentence(label)
  if ([before, after].some((text) => text !== null && (text.length > maxValue || text.includes('\n'))))
    return { phrase: t(`touched${of}`, { field, title }), isComplete: false }
  if (before === null) return { phrase: t(`set${of}`, { field, title, after: after ?? '' }), isComplete }
  if (after === null) return { phrase: t(`cleared${of}`, { field, title, before }), isComplete }
  return { phrase: t(`fromTo${of}`, { field, title, before, after }), isComplete }
}

/** 'Adult price' -> 'the adult price'; abbreviations keep their capitals. */
const inSentence = (label: string): string => {
  const isWord = /^\p{Lu}\p{Ll}/u.test(label)
  return t('theField', { field: isWord ? label.charAt(0).toLowerCase() + label.slice(1) : label })
}

function phraseOf(line: AuditLine, changes: readonly Change[]): string {
  const { action } = line
  const items = pricedItems(action, changes)
  if (items.length === 1)
    return t(action === 'prices.changed' ? 'pricesOf' : 'pricesBackOf', { items: items[0]?.label ?? '' })
  const key = action.replaceAll('.', '-')
  const count = items.length || countIn(line.after)
  const amount = changes.find((change) => change.key === 'amountMinor')?.after ?? ''
  const values = { title: mark, count, amount, document: documentIn(line.after) }
  if (hasText('auditActions', key)) return did(key, values)
  // An action of a later version.
  const [, ...words] = action.split('.')
  return `${inWords(words.join(' ')).toLowerCase()} ${mark}`
}
/** The items of a price change: each is a field of the entry. */
const pricedItems = (action: string, changes: readonly Change[]): readonly Change[] =>
  action.startsWith('prices.') ? changes.filter(({ key }) => !['change', 'kept', 'kind'].includes(key)) : []
function countIn(after: unknown): number {
  const facts = isRecord(after) ? after : {}
  return [facts.items, facts.bookings].find((count) => typeof count === 'number') ?? 0
}
function documentIn(after: unknown): string {
  const name = isRecord(after) ? after.name : null
  return typeof name === 'string' ? t('documentNamed', { name: inWords(name) }) : t('aDocument')
}

/** Adds how a bulk action ended. */
function withOutcome({ action, parts, after }: AuditLine, text: string): string {
  const own = action === 'catalogue.upload-undone' ? after : parts?.outcome
  const facts = factsOf(action, own)
  return facts === null ? text : t('together', { text, facts })
}
function factsOf(action: string, outcome: unknown): string | null {
  const isUpload = action === 'catalogue.upload-started'
  const isRun = /^bookings\.(confirm|message)-started$/.test(action)
  const isUndo = action === 'catalogue.upload-undone'
  if (!isUpload && !isRun && !isUndo) return null
  if (!isRecord(outcome)) return t('outcomes.open')
  const number = (key: string) => (typeof outcome[key] === 'number' ? (outcome[key] as number) : 0)
  if (isUpload) return t('outcomes.upload', { stored: number('stored'), refused: number('refused') })
  if (isRun) return t('outcomes.run', { done: number('done'), refused: number('refused') })
  const [trashed, back, archived, left] = [number('trashed'), number('putBack'), number('archived'), number('left')]
  return t('outcomes.undone', { trashed, back, archived, left })
}
