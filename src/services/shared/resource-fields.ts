// The stored field of the resources that an item needs. What it means is in stored-resources.ts, so that pages need not
// load the schemas.
import * as z from 'zod/mini'
import type { FieldSpec } from '../kind.ts'
import { optionalWholeNumber, wholeNumber } from './inputs.ts'
import { maxPadMinutes, maxResources, maxUseMinutes, type StoredResource } from './stored-resources.ts'
import { text } from './text.ts'

const badRow = text('fields.resources.badRow')
const unknown = text('fields.resources.unknown')
const tooMany = text('fields.resources.tooMany', { max: maxResources })
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const resource = z.strictObject(
  {
    resource_id: z.pipe(
      z.string(unknown).check(z.maxLength(100, unknown)),
      z.transform((id, context) => {
        const normalized = id.trim().toLowerCase()
        if (!uuid.test(normalized)) context.issues.push({ code: 'custom', message: unknown, input: id })
        return normalized
      }),
    ),
    minutes: optionalWholeNumber(1, maxUseMinutes),
    setup_minutes: z._default(wholeNumber(0, maxPadMinutes), 0),
    turnaround_minutes: z._default(wholeNumber(0, maxPadMinutes), 0),
  },
  { error: ({ code }) => (code === 'invalid_type' ? badRow : undefined) },
)

/** Each resource at most once. */
export const resources = () => ({
  resources: z._default(
    z.pipe(z.array(z.unknown(), badRow).check(z.maxLength(maxResources, tooMany)), z.array(resource)).check(
      z.check<StoredResource[]>(({ value, issues }) => {
        for (const [at, { resource_id }] of value.entries())
          if (value.findIndex((each) => each.resource_id === resource_id) < at)
            issues.push({
              code: 'custom',
              message: text('fields.resources.twice') as string,
              path: [at, 'resource_id'],
              input: resource_id,
            })
      }),
    ),
    [],
  ),
})

export const resourcesSpec: FieldSpec = {
  name: 'resources',
  label: text('fields.resources.label'),
  group: 'schedules',
  input: 'resources',
  hint: text('fields.resources.hint'),
}

/** A resource without a time of its own is used as long as the item lasts, so the item must say how long. */
export const resourcesLast = <Details extends { readonly resources: readonly StoredResource[] }>(
  durationOf: (details: Details) => number | null,
) =>
  z.check<Details>(({ value, issues }) => {
    if (durationOf(value) !== null) return
    for (const [at, { minutes }] of value.resources.entries())
      if (minutes === null)
        issues.push({
          code: 'custom',
          message: text('fields.resources.noDuration') as string,
          path: ['resources', at, 'minutes'],
          input: minutes,
        })
  })
