/** One changed field as text; null where it does not exist. `field` is '' for a single value. */
export type Change = { field: string; before: string | null; after: string | null }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asText = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value, null, 1)

export function changesOf(before: unknown, after: unknown): Change[] {
  const isByField = [before, after].every((side) => side === null || side === undefined || isRecord(side))
  if (!isByField) return [{ field: '', before: asText(before), after: asText(after) }]
  const [old, now] = [before, after].map((side) => (isRecord(side) ? side : {})) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => ({ field, before: asText(old[field]), after: asText(now[field]) }))
    .filter((change) => change.before !== change.after)
}

/** The readable name, if the entry has one; ids mean nothing to staff. */
export function nameIn({ before, after }: { before: unknown; after: unknown }): string | null {
  const names = [after, before].flatMap((side) =>
    isRecord(side) ? ['title', 'full_name', 'name', 'code', 'email'].map((field) => side[field]) : [],
  )
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null
}
