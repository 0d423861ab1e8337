import kindDescriptions from 'room-messages:services/*/menu'
import descriptions from 'shop-messages:menuDescriptions'
import { ChevronRight } from 'lucide-react'
import { kinds } from '../../services/index.ts'
import { Drawer } from '../../ui/dialog.tsx'
import { useSay } from '../../ui/say.tsx'
import { useSession, useSignOut } from '../client/use-session.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink, useIsCurrent } from '../routing/link.tsx'
import { useAccountLinks } from './account-menu.tsx'
import { type MenuLink, menuHref, trackHref } from './menu.ts'
import { MenuIcon } from './menu-icon.tsx'

addMessages(descriptions)
addMessages(kindDescriptions)

/** By address. */
function useDescriptions(): ReadonlyMap<string, string> {
  const say = useSay()
  const t = useText('menuDescriptions')
  const ofKinds = kinds.flatMap((kind): [string, string][] =>
    kind.labels.menuText ? [[menuHref(kind), say(kind.labels.menuText)]] : [],
  )
  return new Map([...ofKinds, [trackHref, t('track')]])
}

type MenuDrawerProps = { links: readonly MenuLink[]; open: boolean; onClose: () => void }

/** The header's links with short descriptions (C018), and the account. */
export function MenuDrawer({ links, open, onClose }: MenuDrawerProps) {
  const t = useText('frame')
  const isCurrent = useIsCurrent()
  const descriptions = useDescriptions()
  const rows = links.flatMap((link) => [
    { ...link, description: descriptions.get(link.href) },
    ...link.children.map((child) => ({ ...child, description: undefined })),
  ])
  return (
    <Drawer open={open} onClose={onClose} title={t('menu')} closeLabel={t('closeMenu')}>
      <nav aria-label={t('mainMenu')}>
        <ul className="-mx-2 grid gap-0.5">
          {rows.map((link) => (
            <li key={`${link.href} ${link.name}`}>
              <ShopLink
                href={link.href}
                newTab={link.newTab}
                aria-current={isCurrent(link.href) ? 'page' : undefined}
                onClick={onClose}
                className="group/row flex min-h-14 items-center gap-3 rounded-sm px-2 py-1.5 text-ink hover:bg-tint aria-[current]:bg-tint"
              >
                <MenuIcon name={link.icon} className="size-5 text-ink-2" />
                <span className="min-w-0 flex-1">
                  <span lang={link.lang} className="block font-semibold group-aria-[current]/row:text-primary-strong">
                    {link.name}
                  </span>
                  {link.description ? <span className="block text-sm text-ink-2">{link.description}</span> : null}
                </span>
                <ChevronRight aria-hidden="true" className="mirror size-4 flex-none text-ink-2" />
              </ShopLink>
            </li>
          ))}
        </ul>
      </nav>
      <DrawerAccount onClose={onClose} />
    </Drawer>
  )
}

function DrawerAccount({ onClose }: { onClose: () => void }) {
  const t = useText('account')
  const { user } = useSession()
  const links = useAccountLinks(user)
  const signOut = useSignOut()
  const rowClass = 'flex min-h-12 w-full items-center gap-2 rounded-sm px-2 font-medium text-ink hover:bg-tint'
  return (
    <ul className="-mx-2 mt-4 border-t border-line pt-4">
      {links.map((link) => (
        <li key={link.href}>
          <ShopLink href={link.href} onClick={onClose} className={rowClass}>
            {link.name}
            {link.badge}
          </ShopLink>
        </li>
      ))}
      {user ? (
        <li>
          <button type="button" className={rowClass} onClick={() => void signOut().finally(onClose)}>
            {t('signOut')}
          </button>
        </li>
      ) : null}
    </ul>
  )
}
