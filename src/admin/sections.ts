import {
  CalendarCheck,
  CreditCard,
  FileText,
  GalleryHorizontalEnd,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailOpen,
  PanelsTopLeft,
  Settings,
  TicketPercent,
  TrendingUp,
} from 'lucide-react'
import type { StaffArea } from '../kernel/staff.ts'

export type Section = { key: string; href: string; icon: LucideIcon; area: StaffArea }

/**
 * The sidebar, in the specification's order (A026); a section stands here as soon as it is built. Only who may enter
 * its area sees it; the server checks every call behind it.
 */
export const sections: readonly Section[] = [
  { key: 'dashboard', href: '/admin', icon: LayoutDashboard, area: 'overview' },
  { key: 'bookings', href: '/admin/bookings', icon: CalendarCheck, area: 'bookings' },
  { key: 'trending', href: '/admin/trending', icon: TrendingUp, area: 'content' },
  { key: 'payments', href: '/admin/payments', icon: CreditCard, area: 'gateways' },
  { key: 'bank-settings', href: '/admin/bank-settings', icon: Landmark, area: 'gateways' },
  { key: 'email-settings', href: '/admin/email-settings', icon: Mail, area: 'mail' },
  { key: 'sliders', href: '/admin/sliders', icon: GalleryHorizontalEnd, area: 'content' },
  { key: 'content', href: '/admin/content', icon: PanelsTopLeft, area: 'content' },
  { key: 'settings', href: '/admin/settings', icon: Settings, area: 'settings' },
]

/** What the back office has beyond the specification's list: below it, in a navigation of its own. */
export const moreSections: readonly Section[] = [
  { key: 'pages', href: '/admin/pages', icon: FileText, area: 'content' },
  { key: 'promos', href: '/admin/promos', icon: TicketPercent, area: 'promos' },
  { key: 'enquiries', href: '/admin/messages', icon: MailOpen, area: 'enquiries' },
]
