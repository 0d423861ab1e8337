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
  const t = useText('home')
  return (
    <section aria-labelledby="services" className="wide mt-6 md:mt-10">
      <h2 id="services" className="sr-only">
        {t('services')}
      </h2>
      <ul className="grid grid-cols-4 gap-1.5 sm:gap-3 xl:grid-cols-8">
        {servicePlaces.map(({ key, name, href, icon, chip }) => (
          <li key={key} data-count={counts[key]}>
            <Chip href={href} icon={spriteIcon(icon)} name={say(name)} text={say(chip)} />
          </li>
        ))}
        <li>
          <Chip href="/services" icon="Sparkles" name={t('allServices')} text={t('allServicesText')} />
        </li>
      </ul>
    </section>
  )
}

type ChipProps = { href: string; icon: string; name: string; text: string }

/** On a phone the icon stands above a small name, so that four fit in a row. A word breaks only where it has no room. */
function Chip({ href, icon, name, text }: ChipProps) {
  return (
    <ShopLink
      href={href}
      className="flex h-full min-h-20 flex-col items-center gap-2 rounded-lg border border-line bg-surface px-0.5 min-[22.5rem]:px-1 py-3 text-center text-ink transition-colors hover:border-primary-strong hover:bg-tint md:items-start md:p-3 md:text-start"
    >
      <span className="grid size-10 flex-none place-items-center rounded-full bg-tint text-primary-strong">
        <MenuIcon name={icon} className="size-5" />
      </span>
      <span className="block max-w-full text-xs leading-tight font-semibold wrap-break-word hyphens-auto sm:text-sm lg:text-base lg:leading-tight">
        {name}
      </span>
      <span className="hidden text-[0.8125rem] leading-snug text-ink-2 md:block">{text}</span>
    </ShopLink>
  )
}
