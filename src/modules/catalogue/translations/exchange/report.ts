/** The preview of a translated file, and the result of its import. */
import * as z from 'zod'
import { forAnswer, type Text } from '../../../../kernel/messages.ts'

const counts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() })
export const importReport = z.object({
  language: z.string(),
  isStored: z.boolean(),
  /** Names this preview; sent back to store exactly what it shows. */
  mark: z.string(),
  /** Texts of the whole file. */
  counts,
  /** Of the new and changed texts, those made from an older original: they are stored as outdated. */
  late: z.int(),
  /** Items with at least one text that is stored. */
  items: z.int(),
  /** Items that change or have a refused text, those with refused ones first; at most 500. */
  rows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      counts,
      refused: z.array(z.object({ path: z.string(), label: z.string(), message: z.string() })),
    }),
  ),
})
export type ImportReport = z.infer<typeof importReport>
type Counts = z.infer<typeof counts>

const maxShown = 500
const maxRefused = 50

interface Planned {
  readonly id: string
  readonly title: string
  readonly fields: readonly {
    readonly path: string
    readonly label: Text
    readonly result: keyof Counts
    readonly message?: Text
    readonly isLate?: boolean
  }[]
}
const countsOf = (fields: Planned['fields']): Counts => {
  const of = (result: keyof Counts) => fields.filter((field) => field.result === result).length
  return { new: of('new'), changed: of('changed'), unchanged: of('unchanged'), refused: of('refused') }
}
const isStorable = ({ counts }: { readonly counts: Counts }) => counts.new + counts.changed > 0

type Facts = Pick<ImportReport, 'language' | 'mark' | 'isStored'> & { readonly plans: readonly Planned[] }
export function reportOf({ plans, ...facts }: Facts): ImportReport {
  const rows = plans.map(({ id, title, fields }) => ({
    ...{ id, title, counts: countsOf(fields) },
    refused: fields.flatMap(({ path, label, message }) =>
      message === undefined ? [] : [{ path, label: forAnswer(label), message: forAnswer(message) }],
    ),
  }))
  const shown = rows.filter((row) => isStorable(row) || row.counts.refused > 0)
  return {
    ...facts,
    counts: countsOf(plans.flatMap(({ fields }) => fields)),
    late: plans.flatMap(({ fields }) => fields.filter(({ isLate }) => isLate)).length,
    items: rows.filter(isStorable).length,
    rows: shown
      .toSorted((one, other) => Number(other.counts.refused > 0) - Number(one.counts.refused > 0))
      .slice(0, maxShown)
      .map((row) => ({ ...row, refused: row.refused.slice(0, maxRefused) })),
  }
}
