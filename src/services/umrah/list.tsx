import messages from 'room-messages:services/umrah/list'
import type { KindList } from '../kind.ts'
import { BelowPackages } from './list-sections.tsx'
import { Opening } from './opening.tsx'
import { text } from './text.ts'

export const list = {
  messages: [messages],
  searchPlaceholder: text('list.searchPlaceholder'),
  Opening,
  heading: (count) => text('list.count', { count }),
  empty: { title: text('list.emptyTitle'), text: text('list.emptyText') },
  inThrees: true,
  After: BelowPackages,
} satisfies KindList
