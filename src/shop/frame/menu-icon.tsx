import { joinClasses } from '../../ui/class-names.ts'

/**
 * The icon that staff have given a menu item (A250), or nothing for an empty name. All of them stand in one picture, so
 * that none is script.
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
