/**
 * The icons of menu items (A244, A250), by the names of lucide.dev. One sprite holds them, public/icons/menu.svg
 * (tools/menu-icons.ts), so that no page script contains them.
 */
export const menuIcons = [
  'Bed',
  'BookOpen',
  'Briefcase',
  'Bus',
  'Calendar',
  'Camera',
  'Car',
  'CircleHelp',
  'Compass',
  'FileCheck',
  'FileText',
  'Gift',
  'Globe',
  'Headset',
  'Heart',
  'Home',
  'Hotel',
  'IdCard',
  'Info',
  'Landmark',
  'Link',
  'Luggage',
  'Mail',
  'Map',
  'MapPin',
  'MessageCircle',
  'MoonStar',
  'Mountain',
  'Package',
  'Percent',
  'Phone',
  'Plane',
  'PlaneTakeoff',
  'Search',
  'ShieldCheck',
  'Ship',
  'Sparkles',
  'Stamp',
  'Star',
  'Sun',
  'Tag',
  'TentTree',
  'Ticket',
  'TrainFront',
  'TreePalm',
  'User',
  'Users',
  'Utensils',
] as const

const known: ReadonlySet<string> = new Set(menuIcons)

/** Empty for a name without an icon, which an older shop may have stored. */
export const drawnIcon = (name: string): string => (known.has(name) ? name : '')
