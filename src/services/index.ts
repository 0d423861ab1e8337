/**
 * What travellers can buy, one line per kind; every list, form and price is built from here. Owns: the list of kinds.
 * Does not own: items (modules/catalogue), prices paid (modules/booking). Invariant: keys, paths and aliases are
 * unique (tested).
 */
import type { ServiceKind } from './kind.ts'
import { okToBoard } from './ok-to-board/index.ts'
import { packageTour } from './package/index.ts'
import { ticket } from './ticket/index.ts'
import { tour } from './tour/index.ts'
import { transfer } from './transfer/index.ts'
import { umrah } from './umrah/index.ts'
import { visa } from './visa/index.ts'

export const kinds: readonly ServiceKind[] = [tour, packageTour, visa, ticket, transfer, umrah, okToBoard]

/** Finds a kind by key or alias ('ok-to-board', D78); undefined for anything else. */
export const findKind = (key: string): ServiceKind | undefined =>
  kinds.find((kind) => kind.key === key || kind.keyAliases?.includes(key))
