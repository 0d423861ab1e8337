import { kinds } from '../../services/index.ts'
import type { KindSpecs } from './values.ts'

/** The fields of all kinds. */
export async function loadSpecs(): Promise<KindSpecs> {
  const all = await Promise.all(
    kinds.map(async (kind) => {
      const { fields } = await kind.fields()
      return [kind.key, new Map(fields.specs.map((spec) => [spec.name, spec]))] as const
    }),
  )
  return new Map(all)
}
