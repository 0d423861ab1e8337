import chips from 'room-messages:services/*/home'
import { useSay } from '../../ui/say.tsx'
import { servicePlaces } from '../frame/menu.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { spriteIcon } from './service-sprite.ts'

addMessages(chips)

/** A link to each kind of service (C038). */
export function ServiceChips({ counts }: { counts: Readonly<Record<string, number>> }) {
  const say = useSay()
  const title = useText('home')('services')
  return (
    <section aria-labelledby="services" className="wide mt-10">
      <h2 id="services" className="sr-only">
        {title}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-7">
        {servicePlaces.map(({ key, name, href, icon, chip }) => (
          <li key={key} data-count={counts[key]}>
            <ShopLink
              href={href}
              className="flex h-full min-h-20 items-center gap-3 rounded-lg border border-line bg-surface p-3 text-ink transition-colors hover:border-primary-strong hover:bg-tint xl:flex-col xl:items-start"
            >
              <span className="grid size-10 flex-none place-items-center rounded-full bg-tint text-primary-strong">
                <MenuIcon name={spriteIcon(icon)} className="size-5" />
              </span>
              <span className="min-w-0">
                <span className="block leading-tight font-semibold">{say(name)}</span>
                <span className="mt-0.5 hidden text-[0.8125rem] leading-snug text-ink-2 sm:block">{say(chip)}</span>
              </span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
