import {
  Bus,
  Compass,
  Hotel,
  type LucideIcon,
  MoonStar,
  Package,
  PlaneTakeoff,
  Ship,
  Sparkles,
  Stamp,
  TentTree,
  Ticket,
} from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = {
  bus: Bus,
  compass: Compass,
  hotel: Hotel,
  moon: MoonStar,
  package: Package,
  plane: PlaneTakeoff,
  ship: Ship,
  stamp: Stamp,
  tent: TentTree,
  ticket: Ticket,
}

export const hasServiceIcon = (name: string): boolean => Object.hasOwn(icons, name)
/** The icon that a kind of service names; a general one where it names none. */
export const serviceIcon = (name: string | undefined): LucideIcon => icons[name ?? ''] ?? Sparkles
