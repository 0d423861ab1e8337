import { CalendarCheck, LayoutDashboard, type LucideIcon } from 'lucide-react'
import type { StaffArea } from '../kernel/staff.ts'

/**
 * The sidebar, in the specification's order (A026); a section stands here as soon as it is built. Only who may enter
 * its area sees it; the server checks every call behind it.
 */
export const sections: readonly { key: string; href: string; icon: LucideIcon; area: StaffArea }[] = [
  { key: 'dashboard', href: '/admin', icon: LayoutDashboard, area: 'overview' },
  { key: 'bookings', href: '/admin/bookings', icon: CalendarCheck, area: 'bookings' },
]
