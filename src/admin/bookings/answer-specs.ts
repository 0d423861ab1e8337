import { useQuery } from '@tanstack/react-query'
import { findKind } from '../../services/index.ts'
import type { FieldSpec } from '../../services/kind.ts'
import { returnLegFields } from '../../services/shared/return-leg.ts'
import { inWords } from '../labels.tsx'
import { say } from '../text.ts'
import type { Booking } from './panel.tsx'

interface Asked {
  readonly specs: readonly FieldSpec[]
  /** The answers that the kind presets in a sale by staff. */
  readonly preset: readonly string[]
}
const nothing: Asked = { specs: [], preset: [] }

/** The kind's own questions, with those that only its own form asks. */
export function useAnswerSpecs(key: string): Asked & { readonly isLoaded: boolean } {
  const asked = useQuery({
    queryKey: ['booking-specs', key],
    queryFn: async (): Promise<Asked> => {
      const fields = (await findKind(key)?.fields())?.fields
      const specs = [...(fields?.bookingSpecs ?? []), ...(fields?.admin?.answerSpecs ?? [])]
      return { specs, preset: Object.keys(fields?.admin?.saleDetails ?? {}) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ...(asked.data ?? nothing), isLoaded: asked.isSuccess }
}

/** An option of a question as staff read it. */
export const optionText = ({ optionNames }: FieldSpec, option: string): string => {
  const name = optionNames?.[option]
  return name === undefined ? inWords(option) : say(name)
}

const starts: readonly string[] = Object.values(returnLegFields)
/** Those that staff can correct: a return trip is booked or not, and its start is moved. */
export const correctableSpecs = (
  { specs, preset }: Asked,
  { return_leg, details }: Pick<Booking, 'return_leg' | 'details'>,
  isReturning = return_leg !== null,
): readonly FieldSpec[] =>
  specs.filter(
    ({ name, input }) =>
      input !== 'switch' &&
      ![...starts, ...preset].includes(name) &&
      (!name.startsWith('return_') || isReturning) &&
      (input !== 'country' || details[name] !== undefined),
  )
