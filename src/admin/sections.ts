import {
  Bus,
  CalendarCheck,
  CalendarRange,
  ChartColumn,
  ChartNoAxesCombined,
  Contact,
  CreditCard,
  FileText,
  FileUp,
  GalleryHorizontalEnd,
  Landmark,
  LayoutDashboard,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Mail,
  MailOpen,
  MessageSquareQuote,
  MonitorSmartphone,
  PanelsTopLeft,
  Scale,
  ScrollText,
  Settings,
  ShieldQuestionMark,
  TicketPercent,
  TrendingUp,
  UserCheck,
  UserRoundX,
  Users,
} from 'lucide-react'
import type { StaffArea } from '../kernel/staff.ts'
import { kinds } from '../services/index.ts'
import { serviceIcon } from '../ui/service-icons.ts'
import { say, textOf } from './text.ts'

export interface Section {
  readonly key: string
  readonly label?: string
  readonly href: string
  readonly icon: LucideIcon
  readonly area: StaffArea
}

const catalogue = kinds.map(
  ({ adminSection, labels, icon }): Section => ({
    key: adminSection,
    label: say(labels.plural),
    href: `/admin/${adminSection}`,
    icon: serviceIcon(icon),
    area: 'catalogue',
  }),
)

/**
 * The sidebar, in the specification's order (A026). Staff see the areas that they may enter; the server checks every
 * call.
 */
export const sections: readonly Section[] = [
  { key: 'dashboard', href: '/admin/dashboard', icon: LayoutDashboard, area: 'overview' },
  ...catalogue,
  { key: 'bookings', href: '/admin/bookings', icon: CalendarCheck, area: 'bookings' },
  { key: 'trending', href: '/admin/trending', icon: TrendingUp, area: 'content' },
  { key: 'payments', href: '/admin/payments', icon: CreditCard, area: 'gateways' },
  { key: 'bank-settings', href: '/admin/bank-settings', icon: Landmark, area: 'gateways' },
  { key: 'email-settings', href: '/admin/email-settings', icon: Mail, area: 'mail' },
  { key: 'sliders', href: '/admin/sliders', icon: GalleryHorizontalEnd, area: 'content' },
  { key: 'content', href: '/admin/content', icon: PanelsTopLeft, area: 'content' },
  { key: 'bulk-upload', href: '/admin/bulk-upload', icon: FileUp, area: 'catalogue' },
  { key: 'settings', href: '/admin/settings', icon: Settings, area: 'settings' },
]

/** Sections beyond the specification, in a navigation of their own below it. */
export const moreSections: readonly Section[] = [
  { key: 'setup', href: '/admin/setup', icon: ListChecks, area: 'settings' },
  { key: 'tasks', href: '/admin/tasks', icon: ListTodo, area: 'bookings' },
  { key: 'customers', href: '/admin/customers', icon: Contact, area: 'bookings' },
  { key: 'departures', href: '/admin/departures', icon: CalendarRange, area: 'bookings' },
  { key: 'places-report', href: '/admin/places-report', icon: ChartColumn, area: 'bookings' },
  { key: 'resources', href: '/admin/resources', icon: Bus, area: 'bookings' },
  { key: 'check-in', href: '/admin/check-in', icon: UserCheck, area: 'check-in' },
  { key: 'pages', href: '/admin/pages', icon: FileText, area: 'content' },
  { key: 'promos', href: '/admin/promos', icon: TicketPercent, area: 'promos' },
  { key: 'payments-review', href: '/admin/payments-review', icon: ShieldQuestionMark, area: 'payments' },
  { key: 'sales-report', href: '/admin/sales-report', icon: ChartNoAxesCombined, area: 'payments' },
  { key: 'payment-report', href: '/admin/payment-report', icon: Scale, area: 'payments' },
  { key: 'enquiries', href: '/admin/messages', icon: MailOpen, area: 'enquiries' },
  { key: 'reviews', href: '/admin/reviews', icon: MessageSquareQuote, area: 'content' },
  { key: 'personal-data', href: '/admin/personal-data', icon: UserRoundX, area: 'privacy' },
  { key: 'staff', href: '/admin/staff', icon: Users, area: 'staff' },
  { key: 'audit', href: '/admin/audit', icon: ScrollText, area: 'staff' },
  { key: 'sessions', href: '/admin/sessions', icon: MonitorSmartphone, area: 'overview' },
]

const names = textOf('sections')
export const sectionLabel = ({ key, label }: Section): string => label ?? names(key)
export const isCurrentSection = ({ href }: Section, pathname: string): boolean => {
  const here = /^\/admin\/?$/.test(pathname) ? '/admin/dashboard' : pathname
  return here === href || here.startsWith(`${href}/`)
}
export const sectionAt = (pathname: string): Section | undefined =>
  [...sections, ...moreSections].find((section) => isCurrentSection(section, pathname))
