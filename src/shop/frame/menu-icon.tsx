import { joinClasses } from '../../ui/class-names.ts'

/**
 * The icon that staff chose for a menu item (A250); nothing for an empty name. All icons are in one sprite, so none of
 * them is script.
 */
export function MenuIcon({ name, className }: { name: string | undefined; className?: string }) {
  return name ? (
    <svg
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={joinClasses('size-4 flex-none', className)}
    >
      <use href={`/icons/menu.svg#${name}`} />
    </svg>
  ) : null
}
