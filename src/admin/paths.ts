import { trimEnd } from '../kernel/trim.ts'
import { kinds } from '../services/index.ts'

const sections = [
  'audit',
  'bank-settings',
  'bulk-upload',
  'check-in',
  'content',
  'dashboard',
  'departures',
  'email-settings',
  'manifest',
  'messages',
  'pages',
  'payment-report',
  'payments',
  'payments-review',
  'personal-data',
  'places-report',
  'promos',
  'resources',
  'reviews',
  'sales-report',
  'sessions',
  'settings',
  'setup',
  'sliders',
  'staff',
  'tasks',
  'trending',
]
const catalogues = kinds.map(({ adminSection }) => adminSection)

/**
 * True when the back office has a page at this path. Each booking, customer and item of a catalogue has a page, a departure
 * has one at 'departures/{service}/{date}/{time}', its check-in at 'check-in/departure/{departure}' and that of
 * a voucher at 'check-in/voucher/{code}'. Review queues are at 'queue/{name}'.
 */
export function isAdminPath(path: string): boolean {
  const [, , section = '', item, ...more] = trimEnd(path, '/').split('/')
  if (section === 'departures' && more.length > 0) return more.length <= 2
  if (section === 'check-in' && more.length > 0)
    return more.length === 1 && ['departure', 'voucher'].includes(item ?? '')
  if (more.length > 0) return false
  if (section === 'queue') return item !== undefined
  if (['bookings', 'customers'].includes(section) || catalogues.includes(section)) return true
  return item === undefined && (section === '' || sections.includes(section))
}
