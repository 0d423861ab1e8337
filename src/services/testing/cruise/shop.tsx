import type { KindShop } from '../../kind.ts'

export const shop = { facts: () => [], panels: () => [] } satisfies KindShop
