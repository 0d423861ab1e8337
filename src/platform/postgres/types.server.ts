import pg from 'pg'

const { builtins } = pg.types
// The package has no names for the array types.
const textArray: number = 1009
const int8Array: number = 1016
const dateArray: number = 1182

const elementsOf: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray)
const int8AsText = pg.types.getTypeParser(builtins.INT8)
const int8ArrayAsText = pg.types.getTypeParser(int8Array)

/**
 * How values of the database look in the program, set once for every connection of the process:
 * int8 (money, and count) is a bigint, date is 'YYYY-MM-DD' text, timestamptz a Date; numeric, so also a sum of int8,
 * stays text because a float would round it.
 */
export function setTypeParsers(): void {
  pg.types.setTypeParser(builtins.INT8, BigInt)
  pg.types.setTypeParser(int8Array, (text: string) =>
    elementsOf(text).map((value) => (value === null ? null : BigInt(value))),
  )
  pg.types.setTypeParser(builtins.DATE, (text: string) => text)
  pg.types.setTypeParser(dateArray, elementsOf)
  pg.types.setTypeParser(builtins.NUMERIC, (text: string) => text)
}

/**
 * For the job queue's own pool (`new Pool({ ..., types: jobQueueTypes })`): graphile-worker writes the ids of failed
 * jobs with JSON.stringify, which throws on a bigint, so its int8 stays text.
 */
export const jobQueueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.INT8) return int8AsText
    if (oid === int8Array) return int8ArrayAsText
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
}
