import { joinClasses } from './class-names.ts'

/** The eight-point star alone. */
export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="-16 -16 32 32" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor" strokeWidth="2.5">
        <rect x="-9" y="-9" width="18" height="18" />
        <rect x="-9" y="-9" width="18" height="18" transform="rotate(45)" />
      </g>
      <circle r="3" className="fill-gold" />
    </svg>
  )
}

type LogoProps = { name: string; lang?: string | undefined; className?: string | undefined }

/** The star and the agency's name; put it inside the link to the first page. */
export function Logo({ name, lang, className }: LogoProps) {
  return (
    <span className={joinClasses('logo', className)}>
      <LogoMark />
      <span lang={lang}>{name}</span>
    </span>
  )
}
