import type { KindList } from '../kind.ts'

export const list = {
  sorts: ['newest', 'price', 'price-desc', 'duration'],
  inThrees: true,
} satisfies KindList
