import type { KindList } from '../kind.ts'
import { BelowPackages } from './list-sections.tsx'
import { listStrings } from './list-strings.ts'
import { Opening } from './opening.tsx'

export const list = {
  searchPlaceholder: listStrings.searchPlaceholder,
  Opening,
  heading: listStrings.count,
  empty: { title: listStrings.emptyTitle, text: listStrings.emptyText },
  inThrees: true,
  After: BelowPackages,
} satisfies KindList
