import { joinClasses } from './class-names.ts'

type PatternProps = { className?: string | undefined }

/*
 * Drawn grounds. The parent takes the class `has-pattern` and a text colour; the lines follow that colour. They are files
 * in public/patterns used as masks, so that a page carries no drawing in its HTML.
 */

/** Fine waves as on banknotes and passports: for visa pages. */
export function Guilloche({ className }: PatternProps) {
  return <span className={joinClasses('pattern pattern-guilloche', className)} aria-hidden="true" />
}

/** A lattice of eight-point stars: for Umrah pages. */
export function KhatamLattice({ className }: PatternProps) {
  return <span className={joinClasses('pattern pattern-khatam', className)} aria-hidden="true" />
}
