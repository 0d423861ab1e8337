import type { Language } from '../../kernel/language.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'

export type BookingDeps = CatalogueDeps & {
  /** What the caller reads: the language of an item's texts in answers. Left out: as the agency wrote them. */
  readonly language?: Language | null | undefined
}

export const readBy = <Deps extends BookingDeps>(deps: Deps, { language }: { readonly language: Language }): Deps => ({
  ...deps,
  language,
})
