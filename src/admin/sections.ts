import {
  Bus,
  CalendarCheck,
  ClipboardList,
  Compass,
  CreditCard,
  FileText,
  FileUp,
  GalleryHorizontalEnd,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Luggage,
  Mail,
  MailOpen,
  MessageSquareQuote,
  MonitorSmartphone,
  MoonStar,
  Package,
  PanelsTopLeft,
  PlaneTakeoff,
  Scale,
  ScrollText,
  Settings,
  ShieldQuestionMark,
  Stamp,
  Ticket,
  TicketPercent,
  TrendingUp,
  UserRoundX,
  Users,
} from 'lucide-react'
import type { StaffArea } from '../kernel/staff.ts'
import { kinds } from '../services/index.ts'

export interface Section {
  readonly key: string
  /** Where the messages have none: a kind is named by itself. */
  readonly label?: string
  readonly href: string
  readonly icon: LucideIcon
  readonly area: StaffArea
}

const kindIcons: Readonly<Record<string, LucideIcon>> = {
  tour: Compass,
  package: Luggage,
  visa: Stamp,
  ticket: Ticket,
  transfer: Bus,
  umrah: MoonStar,
  ok_to_board: PlaneTakeoff,
}
const catalogue = kinds.map(
  ({ key, adminSection, labels }): Section => ({
    key: adminSection,
    label: labels.plural,
    href: `/admin/${adminSection}`,
    icon: kindIcons[key] ?? Package,
    area: 'catalogue',
  }),
)

/**
 * The sidebar, in the specification's order (A026); a section stands here as soon as it is built. Only who may enter
 * its area sees it; the server checks every call behind it.
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

/** What the back office has beyond the specification's list: below it, in a navigation of its own. */
export const moreSections: readonly Section[] = [
  { key: 'manifest', href: '/admin/manifest', icon: ClipboardList, area: 'bookings' },
  { key: 'pages', href: '/admin/pages', icon: FileText, area: 'content' },
  { key: 'promos', href: '/admin/promos', icon: TicketPercent, area: 'promos' },
  { key: 'payments-review', href: '/admin/payments-review', icon: ShieldQuestionMark, area: 'payments' },
  { key: 'payment-report', href: '/admin/payment-report', icon: Scale, area: 'payments' },
  { key: 'enquiries', href: '/admin/messages', icon: MailOpen, area: 'enquiries' },
  { key: 'reviews', href: '/admin/reviews', icon: MessageSquareQuote, area: 'content' },
  { key: 'personal-data', href: '/admin/personal-data', icon: UserRoundX, area: 'privacy' },
  { key: 'staff', href: '/admin/staff', icon: Users, area: 'staff' },
  { key: 'audit', href: '/admin/audit', icon: ScrollText, area: 'staff' },
  { key: 'sessions', href: '/admin/sessions', icon: MonitorSmartphone, area: 'overview' },
]
