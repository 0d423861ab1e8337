/** How the description of the API shows an item's details. The kinds' schemas judge them. */
import { JSON_SCHEMA_REGISTRY } from '@orpc/zod/zod4'
import * as z from 'zod'
import { localDate, localTime } from '../../kernel/contract.ts'
import { addedDocuments, maxCountries, maxNationalityRules } from '../../services/shared/nationality-rules.ts'
import { maxQuestions } from '../../services/shared/question-fields.ts'
import { maxPadMinutes, maxResources, maxUseMinutes } from '../../services/shared/stored-resources.ts'
import { maxSchedules, maxTimes, startKinds } from '../../services/shared/stored-schedules.ts'
import { details } from './contract.ts'

const schedule = z.strictObject({
  from: localDate.nullish(),
  to: localDate.nullish(),
  weekdays: z.array(z.int().min(1).max(7)).optional(),
  starts: z.enum(startKinds),
  times: z.array(localTime).max(maxTimes).optional(),
  hours: z.strictObject({ from: localTime, to: localTime }).nullish(),
  capacity: z.int().min(1).max(10_000).nullish(),
  cut_off_hours: z.int().min(0).max(8760).optional(),
  prices: z.record(z.string(), z.int().min(0).nullable()).optional(),
})
const resource = z.strictObject({
  resource_id: z.uuid(),
  minutes: z.int().min(1).max(maxUseMinutes).nullish(),
  setup_minutes: z.int().min(0).max(maxPadMinutes).optional(),
  turnaround_minutes: z.int().min(0).max(maxPadMinutes).optional(),
})
const countries = z.array(z.string()).max(maxCountries)
const nationalityRule = z.strictObject({
  nationalities: countries.optional(),
  residences: countries.optional(),
  is_available: z.boolean().optional(),
  next_step: z.string().max(500).optional(),
  price: z.int().min(0).nullish(),
  child_price: z.int().min(0).nullish(),
  processing_days: z.int().min(0).max(365).nullish(),
  max_stay_days: z.int().min(1).max(3650).nullish(),
  validity_days: z.int().min(1).max(3650).nullish(),
  documents: z.array(z.enum(addedDocuments)).optional(),
})
const { $schema: ___, ...byNationality } = z.toJSONSchema(z.array(nationalityRule).max(maxNationalityRules), {
  io: 'input',
})
const question = z.strictObject({ question: z.string().max(300), answer: z.string().max(2000) })
const { $schema: ____, ...faq } = z.toJSONSchema(z.array(question).max(maxQuestions), { io: 'input' })
const { $schema: _____, ...markedText } = z.toJSONSchema(
  z
    .string()
    .describe('Markdown: ## and ### headings, - and 1. lists, > notes, **bold**, *emphasis*, [words](address).'),
)
const { $schema: _, ...list } = z.toJSONSchema(z.array(schedule).max(maxSchedules), { io: 'input' })
const { $schema: __, ...needs } = z.toJSONSchema(z.array(resource).max(maxResources), { io: 'input' })

const markedNames = ['description', 'overview', 'cancellation_policy', 'terms_conditions', 'special_notes']

/** Registers the description and returns the contract that it belongs to. */
export function described<Contract>(contract: Contract): Contract {
  JSON_SCHEMA_REGISTRY.add(details, {
    properties: {
      schedules: list as object,
      resources: needs as object,
      nationality_rules: byNationality as object,
      faq: faq as object,
      ...Object.fromEntries(markedNames.map((name) => [name, markedText as object])),
      meeting_coordinates: { type: 'string', examples: ['25.2684, 55.2962'] },
    },
  })
  return contract
}
