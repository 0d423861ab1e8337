import { kinds } from '../../services/index.ts'
import type { KindSpecs } from './values.ts'

/** The fields of all kinds, and what their bookings ask. */
export async function loadSpecs(): Promise<KindSpecs> {
  const all = await Promise.all(
    kinds.map(async (kind) => {
      const { fields } = await kind.fields()
      const asked = [...(fields.admin?.answerSpecs ?? []), ...fields.bookingSpecs]
      // Where an item and its bookings share a name, the item's comes last and wins.
      return [kind.key, new Map([...asked, ...fields.specs].map((spec) => [spec.name, spec]))] as const
    }),
  )
  return new Map(all)
}
