/** A resource that an item needs as one line of text, for the cells of tables: 'ID setup=30m turnaround=15m for=120m'. */
import type { StoredResource } from './stored-resources.ts'

const settings = [
  ['for', 'minutes'],
  ['setup', 'setup_minutes'],
  ['turnaround', 'turnaround_minutes'],
] as const

export const writeResource = (resource: StoredResource): string =>
  [
    resource.resource_id,
    ...settings.flatMap(([word, field]) => (resource[field] ? [`${word}=${resource[field]}m`] : [])),
  ].join(' ')

/** The parsed line, for the kind's schema to validate; the line itself if a word of it is unknown. */
export function readResource(line: string): unknown {
  const [resource_id = '', ...words] = line.split(/\s+/).filter((word) => word !== '')
  const resource: Record<string, unknown> = { resource_id }
  for (const word of words) {
    const at = word.indexOf('=')
    const field = settings.find(([name]) => name === word.slice(0, at))?.[1]
    const [, number] = /^(\d{1,9})m?$/.exec(word.slice(at + 1)) ?? []
    if (!field || number === undefined || Object.hasOwn(resource, field)) return line
    resource[field] = Number(number)
  }
  return resource
}
