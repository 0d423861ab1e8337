import { ChevronDown, Menu, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Logo } from '../../ui/logo.tsx'
import { pictureOf } from '../../ui/pictures.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopLink, useIsCurrent } from '../routing/link.tsx'
import { SearchForm } from '../search/search-form.tsx'
import { WishListLink } from '../wish-list/wish-list-link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { type MenuLink, useHeaderMenu } from './menu.ts'
import { MenuIcon } from './menu-icon.tsx'
import { PreferencesButton } from './preferences-button.tsx'
import { useSheet } from './use-sheet.ts'

const loadDrawer = async () => (await import('./menu-drawer.tsx')).MenuDrawer

/** True once the page is scrolled down more than 50 px (C017). */
function useIsScrolled() {
  const mark = useRef<HTMLDivElement>(null)
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry?.isIntersecting === false))
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return { mark, isScrolled }
}

export function Header() {
  const t = useText('frame')
  const chrome = useChrome()
  const links = useHeaderMenu(chrome)
  const { mark, isScrolled } = useIsScrolled()
  const drawer = useSheet(loadDrawer)
  return (
    <>
      <div ref={mark} className="absolute inset-x-0 top-0 h-[50px]" aria-hidden="true" />
      <header
        data-scrolled={isScrolled || undefined}
        className={joinClasses(
          'sticky top-0 z-40 border-b backdrop-blur-md transition-colors duration-200',
          isScrolled ? 'border-line bg-surface/97 shadow-card' : 'border-transparent bg-bg/75',
        )}
      >
        <div className="wide flex min-h-16 items-center gap-2">
          <SiteLogo />
          <nav aria-label={t('mainMenu')} className="mx-auto hidden xl:block">
            <ul className="flex items-center">
              {links.map((link) => (
                <HeaderItem key={`${link.href} ${link.name}`} link={link} />
              ))}
            </ul>
          </nav>
          <div className="ms-auto flex items-center gap-1 xl:ms-0">
            <HeaderSearch />
            <PreferencesButton />
            <WishListLink />
            <AccountMenu />
            <Button
              variant="quiet"
              iconOnly
              className="needs-scripts xl:hidden"
              aria-label={t('openMenu')}
              {...drawer.ahead}
              onClick={drawer.open}
            >
              <Menu aria-hidden="true" className="size-6!" />
            </Button>
          </div>
        </div>
      </header>
      {drawer.Sheet ? <drawer.Sheet links={links} open={drawer.isOpen} onClose={drawer.close} /> : null}
    </>
  )
}

/** Opens and works without script. */
function HeaderSearch() {
  const t = useText('frame')
  const ref = useRef<HTMLDetailsElement>(null)
  const close = () => ref.current?.removeAttribute('open')
  return (
    <details
      ref={ref}
      name="header-menu"
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.querySelector('input')?.focus()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        ref.current?.querySelector('summary')?.focus()
      }}
    >
      <summary aria-label={t('search')} className={`${buttonClass({ variant: 'quiet', iconOnly: true })} list-none`}>
        <Search aria-hidden="true" />
      </summary>
      <div className="absolute inset-x-0 top-full border-b border-line bg-surface py-2 shadow-card">
        <div className="wide">
          <SearchForm onLeave={close} className="mx-auto md:max-w-2xl" />
        </div>
      </div>
    </details>
  )
}

function SiteLogo() {
  const t = useText('frame')
  const { siteTitle, siteLogo, lang } = useChrome()
  const logo = siteLogo ? pictureOf(siteLogo) : null
  return (
    <ShopLink
      href="/"
      aria-label={t('homeLink', { site: siteTitle })}
      className="me-2 flex min-h-11 min-w-0 items-center rounded-sm text-ink"
    >
      {logo ? (
        <img
          srcSet={logo.webp}
          sizes={logo.webp && '10rem'}
          src={logo.src}
          alt={siteTitle}
          // Reserves the logo's space. The size of other addresses is not known.
          width={logo.webp && logo.width}
          height={logo.webp && logo.height}
          className="h-9 w-auto max-w-40 object-contain"
        />
      ) : (
        <Logo name={siteTitle} lang={lang?.siteTitle} className="site-logo" />
      )}
    </ShopLink>
  )
}

const itemClass =
  'flex min-h-11 items-center gap-1 rounded-sm px-2.5 text-[0.9375rem] font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:text-primary-strong'

type HeaderLinkProps = { link: MenuLink['children'][number]; className?: string }

function HeaderLink({ link: { href, newTab, lang, icon, name }, className }: HeaderLinkProps) {
  const isCurrent = useIsCurrent()
  return (
    <ShopLink
      {...{ href, newTab, lang }}
      aria-current={isCurrent(href) ? 'page' : undefined}
      className={joinClasses(itemClass, className)}
    >
      <MenuIcon name={icon} />
      {name}
    </ShopLink>
  )
}

function HeaderItem({ link }: { link: MenuLink }) {
  if (link.children.length === 0)
    return (
      <li>
        <HeaderLink link={link} />
      </li>
    )
  return (
    <li>
      <details name="header-menu" className="relative">
        <summary lang={link.lang} className={joinClasses(itemClass, 'list-none')}>
          <MenuIcon name={link.icon} />
          {link.name}
          <ChevronDown aria-hidden="true" className="size-4" />
        </summary>
        <ul className="absolute start-0 top-full mt-1 min-w-52 rounded-lg border border-line bg-surface p-2 shadow-lift">
          {[link, ...link.children].map((child) => (
            <li key={`${child.href} ${child.name}`}>
              <HeaderLink link={child} className="hover:bg-tint" />
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
