import type { AuditLine } from '../../modules/account/contract.ts'
import { findKind } from '../../services/index.ts'
import { clockTime, inWords } from '../labels.tsx'
import { hasText, textOf } from '../text.ts'
import { nameIn } from './changes.ts'
import { isRecord } from './values.ts'

const t = textOf('audit')
const templates = textOf('mailNames')
type Entry = Pick<AuditLine, 'subject_type' | 'subject_id' | 'subject' | 'before' | 'after'>

/** What an entry is about, in words: a title of today, or the last known one. */
export function titleOf(line: Entry): string {
  const { subject_type: type, subject_id: id, subject } = line
  const known = ownTitle(line) ?? (subject?.title || nameIn(line))
  if (known) return known
  if (/^[a-z_-]+$/.test(id)) return inWords(id)
  return t(`unknown.${hasNoun(type) ? type : 'any'}`)
}
const nouns = ['booking', 'service', 'customer', 'user', 'slider', 'review', 'enquiry', 'departure']
const hasNoun = (type: string): boolean => nouns.includes(type)

/** Titles that are made of several facts. */
function ownTitle({ subject_type: type, subject_id: id, subject, before, after }: Entry): string | null {
  const of = isRecord(after) ? after : isRecord(before) ? before : {}
  const text = (key: string) => (typeof of[key] === 'string' ? (of[key] as string) : '')
  if (type === 'departure' && text('service_title') && text('date')) {
    const start = [text('date'), clockTime(text('time'))].filter(Boolean).join(' ')
    return t('departureOf', { service: text('service_title'), start })
  }
  if (type === 'blocked_dates' && text('from')) {
    const range = text('from') === text('to') ? text('from') : t('range', { from: text('from'), to: text('to') })
    const service = text('service_title') || (isRecord(before) && subject?.title) || ''
    return service ? t('departureOf', { service, start: range }) : t('everyService', { range })
  }
  if (type === 'mail-template' && hasText('mailNames', id)) return templates(id)
  return null
}

/** The page of what an entry is about, if it still exists; null without one. */
export function pathOf({ subject_type: type, subject_id: id, subject }: Entry): string | null {
  const section = sections[type]
  if (type === 'page' || type === 'payment-gateway' || type === 'mail-template') return section ?? null
  if (!subject?.exists) return null
  if (type === 'booking') return `/admin/bookings/${encodeURIComponent(subject.title)}`
  if (type === 'customer') return `/admin/customers/${id}`
  if (type === 'service') {
    const kind = findKind(subject.kind ?? '')
    return kind ? `/admin/${kind.adminSection}/${id}` : null
  }
  if (type === 'departure') {
    const [date = '', time] = subject.title.split(' ')
    const at = time ? `/${encodeURIComponent(time)}` : ''
    return subject.service_id ? `/admin/departures/${subject.service_id}/${date}${at}` : null
  }
  return section ?? null
}
const sections: Readonly<Record<string, string>> = {
  trending: '/admin/trending',
  upload: '/admin/bulk-upload',
  slider: '/admin/sliders',
  'menu-item': '/admin/content',
  enquiry: '/admin/messages',
  promo_code: '/admin/promos',
  resource: '/admin/resources',
  review: '/admin/reviews',
  user: '/admin/staff',
  page: '/admin/pages',
  'payment-gateway': '/admin/payments',
  'mail-template': '/admin/email-settings',
}
