// The stored field of the rules by nationality. What it means is in nationality-rules.ts, so that pages need not load the
// schemas.
import * as z from 'zod/mini'
import type { FieldSpec } from '../kind.ts'
import { isCountryCode } from './countries.ts'
import { line, onOff, optionalAmount, optionalWholeNumber } from './inputs.ts'
import {
  addedDocuments,
  maxCountries,
  maxNationalityRules,
  type NationalityRule,
  overlaps,
} from './nationality-rules.ts'
import { text } from './text.ts'

const badRow = text('fields.nationality_rules.badRow')
const unknownCountry = text('fields.nationality_rules.unknownCountry')
const tooMany = text('fields.nationality_rules.tooMany', { max: maxNationalityRules })

/** Country codes in capitals, sorted, each once. */
const countries = () =>
  z._default(
    z.pipe(
      z
        .array(z.string(unknownCountry).check(z.maxLength(60, unknownCountry)), unknownCountry)
        .check(z.maxLength(maxCountries, unknownCountry)),
      z.transform((codes, context) => {
        const unique = [...new Set(codes.map((code) => code.trim().toUpperCase()))].sort()
        const unknown = unique.find((code) => !isCountryCode(code))
        if (unknown !== undefined) context.issues.push({ code: 'custom', message: unknownCountry, input: codes })
        return unique
      }),
    ),
    [],
  )

/** One optional country, such as the nationality in an application. */
export const country = () =>
  z.optional(z.string(unknownCountry).check(z.refine((code) => isCountryCode(code), unknownCountry)))

const names = z.enum(addedDocuments, text('fields.nationality_rules.unknownDocument'))
const documents = () =>
  z._default(
    z.pipe(
      z.array(names, badRow).check(z.maxLength(addedDocuments.length * 2, badRow)),
      z.transform((given) => addedDocuments.filter((name) => given.includes(name))),
    ),
    [],
  )

const rule = z.strictObject(
  {
    nationalities: countries(),
    residences: countries(),
    is_available: onOff(true),
    next_step: line(500),
    price: optionalAmount(),
    child_price: optionalAmount(),
    processing_days: optionalWholeNumber(0, 365),
    max_stay_days: optionalWholeNumber(1, 3650),
    validity_days: optionalWholeNumber(1, 3650),
    documents: documents(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? badRow : undefined) },
)

/** No two rules of the same weight decide the same traveller, so the order of the rules means nothing. */
export const nationalityRules = () => ({
  nationality_rules: z._default(
    z.pipe(z.array(z.unknown(), badRow).check(z.maxLength(maxNationalityRules, tooMany)), z.array(rule)).check(
      z.check<NationalityRule[]>(({ value, issues }) => {
        for (const [at, each] of value.entries()) {
          const earlier = value.findIndex((other) => overlaps(other, each))
          if (earlier < at)
            issues.push({
              code: 'custom',
              message: text('fields.nationality_rules.overlap', { number: earlier + 1 }) as string,
              path: [at, 'nationalities'],
              input: each.nationalities,
            })
          if (!each.is_available && each.next_step === '')
            issues.push({
              code: 'custom',
              message: text('fields.nationality_rules.noNextStep') as string,
              path: [at, 'next_step'],
              input: '',
            })
        }
      }),
    ),
    [],
  ),
})

export const nationalityRulesSpec: FieldSpec = {
  name: 'nationality_rules',
  label: text('fields.nationality_rules.label'),
  group: 'nationalities',
  input: 'nationality-rules',
  hint: text('fields.nationality_rules.hint'),
}
