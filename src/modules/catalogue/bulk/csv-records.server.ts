import { CsvError, parse } from 'csv-parse/sync'

/** `faultLine`: it cannot be read; its line in the file, from 1. Its text is the only cell. */
export interface CsvRecord {
  readonly cells: string[]
  readonly faultLine: number | null
}

/** A file with more broken rows is something else, and each costs another look at the rest. */
const maxFaults = 100
const maxFault = 2_000
const maxRecord = 1_000_000

/**
 * The records of a CSV file, empty ones included. A record with a stray or missing quote loses its first line only:
 * reading continues with the next. Null: it is not a CSV file.
 */
export function readCsvRecords(bytes: Buffer, max: number): CsvRecord[] | null {
  const records: CsvRecord[] = []
  let at = 0
  for (let faults = 0; at < bytes.length && records.length <= max; faults++) {
    const rest = bytes.subarray(at)
    const { rows, end, isBroken } = readUntilFault(rest, { max: max + 1 - records.length, isFirst: at === 0 })
    for (const cells of rows) records.push({ cells, faultLine: null })
    if (!isBroken) break
    if (faults === maxFaults) return null
    const start = at + end
    const next = endOfLine(bytes, start)
    const text = bytes.subarray(start, next).toString('utf8').trim().slice(0, maxFault)
    records.push({ cells: [text], faultLine: lineAt(bytes, start) })
    at = next
  }
  return records
}

interface Chunk {
  readonly rows: string[][]
  /** Where the last record that could be read ends. */
  readonly end: number
  readonly isBroken: boolean
}
function readUntilFault(bytes: Buffer, { max, isFirst }: { max: number; isFirst: boolean }): Chunk {
  const rows: string[][] = []
  let end = 0
  try {
    parse(bytes, {
      ...{ bom: isFirst, relaxColumnCount: true, maxRecordSize: maxRecord, to: max },
      onRecord: (cells: string[], { bytes: soFar }: { readonly bytes: number }) => {
        rows.push(cells)
        end = soFar
        return null
      },
    })
    return { rows, end, isBroken: false }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows, end, isBroken: true }
  }
}

const lineFeed = 10
const carriageReturn = 13
function endOfLine(bytes: Buffer, from: number): number {
  const feed = bytes.indexOf(lineFeed, from)
  const end = feed < 0 ? bytes.indexOf(carriageReturn, from) : feed
  return end < 0 ? bytes.length : end + 1
}

function lineAt(bytes: Buffer, end: number): number {
  const mark = bytes.includes(lineFeed) ? lineFeed : carriageReturn
  let line = 1
  for (let at = bytes.indexOf(mark); at >= 0 && at < end; at = bytes.indexOf(mark, at + 1)) line += 1
  return line
}
