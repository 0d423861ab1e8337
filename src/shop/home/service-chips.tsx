import { Bus, type LucideIcon, MoonStar, Package, PlaneTakeoff, Sparkles, Stamp, TentTree, Ticket } from 'lucide-react'
import { servicePlaces } from '../frame/menu.ts'
import { useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  tour: TentTree,
  package: Package,
  visa: Stamp,
  ticket: Ticket,
  transfer: Bus,
  umrah: MoonStar,
  ok_to_board: PlaneTakeoff,
}

/** A way to each kind of product (C038). */
export function ServiceChips({ counts }: { counts: Readonly<Record<string, number>> }) {
  const t = useText('services')
  const title = useText('home')('services')
  return (
    <section aria-labelledby="services" className="wide mt-10">
      <h2 id="services" className="sr-only">
        {title}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-7">
        {servicePlaces.map(({ key, name, href }) => {
          const Icon = icons[key] ?? Sparkles
          return (
            <li key={key} data-count={counts[key]}>
              <ShopLink
                href={href}
                className="flex h-full min-h-20 items-center gap-3 rounded-lg border border-line bg-surface p-3 text-ink transition-colors hover:border-primary-strong hover:bg-tint xl:flex-col xl:items-start"
              >
                <span className="grid size-10 flex-none place-items-center rounded-full bg-tint text-primary-strong">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                <span className="min-w-0">
                  <span className="block leading-tight font-semibold">{name}</span>
                  <span className="mt-0.5 hidden text-[0.8125rem] leading-snug text-ink-2 sm:block">
                    {t.has(key as 'tour') ? t(key as 'tour') : t('other')}
                  </span>
                </span>
              </ShopLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
