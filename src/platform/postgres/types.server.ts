import pg from 'pg'

const { builtins } = pg.types
// The package has no names for the array types.
const textArray: number = 1009
const int8Array: number = 1016
const dateArray: number = 1182

const elementsOf: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray)

/**
 * Sets how database values are parsed, for every connection of the process: int8 (money, counts) is a safe integer and
 * larger values throw (decision 0003), date is 'YYYY-MM-DD' text, timestamptz a Date. numeric stays text, also the sum
 * of int8, because a float would round it.
 */
export function setTypeParsers(): void {
  pg.types.setTypeParser(builtins.INT8, safeInteger)
  pg.types.setTypeParser(int8Array, (text: string) =>
    elementsOf(text).map((value) => (value === null ? null : safeInteger(value))),
  )
  pg.types.setTypeParser(builtins.DATE, (text: string) => text)
  pg.types.setTypeParser(dateArray, elementsOf)
  pg.types.setTypeParser(builtins.NUMERIC, (text: string) => text)
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond a safe integer: ${text}`)
  return value
}
