import { CalendarCheck, LayoutDashboard, type LucideIcon } from 'lucide-react'

/** The sidebar, in the specification's order (A026); a section stands here as soon as it is built. */
export const sections: readonly { key: string; href: string; icon: LucideIcon }[] = [
  { key: 'dashboard', href: '/admin', icon: LayoutDashboard },
  { key: 'bookings', href: '/admin/bookings', icon: CalendarCheck },
]
