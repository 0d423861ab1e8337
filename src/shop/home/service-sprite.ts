/** The icons of ui/service-icons.ts in the sprite of menu icons: there they cost the home page no script. */
const names: Readonly<Record<string, string>> = {
  bus: 'Bus',
  compass: 'Compass',
  hotel: 'Hotel',
  moon: 'MoonStar',
  package: 'Package',
  plane: 'PlaneTakeoff',
  ship: 'Ship',
  stamp: 'Stamp',
  tent: 'TentTree',
  ticket: 'Ticket',
}

/** A general icon for a kind that names none. */
export const spriteIcon = (icon: string | undefined): string => names[icon ?? ''] ?? 'Sparkles'
