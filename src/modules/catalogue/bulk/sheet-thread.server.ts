/**
 * Runs in a worker thread with a time limit: an uploaded file may be crafted to block the processor or to unpack
 * without end.
 */
import { inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/universal'
import writeXlsxFile from 'write-excel-file/node'
import { bareCell } from '../../../kernel/csv.ts'
import { jsonOf } from '../../../kernel/json.ts'
import { type CsvRecord, readCsvRecords } from './csv-records.server.ts'
import { maxRows, maxUnpacked, type SheetProblem } from './limits.ts'

export type SheetJob =
  | { readonly task: 'read'; readonly bytes: Uint8Array }
  /** JSON lists of rows. Strings are cheap to pass between threads. */
  | { readonly task: 'write'; readonly pieces: readonly string[] }
/**
 * A table in its stored form. `pieces` are JSON lists of `{ line, cells, fault_line }`, built in the thread and never
 * parsed by the caller, so that a long table does not block it. `line` is the row number in the file; the headers come
 * first. Empty rows are omitted. `fault_line`: the row cannot be read.
 */
export type Sheet = Readonly<{ headers: readonly string[]; pieces: readonly string[] }>
export type ReadSheet = { readonly sheet: Sheet } | { readonly problem: SheetProblem }

export default async (job: SheetJob): Promise<ReadSheet | Uint8Array> =>
  job.task === 'read' ? readTable(job.bytes) : writeTable(job.pieces)

async function readTable(bytes: Uint8Array): Promise<ReadSheet> {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { problem: 'old-excel' }
  const table = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ? await readWorkbook(bytes) : readCsv(bytes)
  if (!Array.isArray(table)) return table
  const rows = table
    .map(({ cells, faultLine }, at) => ({ line: at + 1, cells, faultLine }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (rows.length > maxRows + 1) return { problem: 'too-many-rows' }
  const [head, ...body] = rows
  if (!head || body.length === 0) return { problem: 'no-rows' }
  if (head.faultLine !== null) return { problem: 'unreadable' }
  const pieces: string[] = []
  for (let at = 0; at < body.length; at += rowsAPiece) pieces.push(writePiece(body.slice(at, at + rowsAPiece)))
  return { sheet: { headers: head.cells.map((cell) => cell.trim()), pieces } }
}

const rowsAPiece = 500
/** jsonb rejects null bytes. */
const writePiece = (rows: readonly (CsvRecord & { readonly line: number })[]): string =>
  jsonOf(
    rows.map(({ line, cells, faultLine }) => ({
      ...{ line, fault_line: faultLine },
      cells: cells.map((cell) => cell.replaceAll('\0', '')),
    })),
  )

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte)

type Table = CsvRecord[] | { readonly problem: SheetProblem }

/** Includes empty rows. */
const maxLines = 4 * maxRows
function readCsv(bytes: Uint8Array): Table {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) return { problem: 'unreadable' }
    const records = readCsvRecords(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), maxLines)
    if (records === null) return { problem: 'unreadable' }
    if (records.length > maxLines) return { problem: 'too-many-rows' }
    return records.map(({ cells, faultLine }) => ({ cells: cells.map(bareCell), faultLine }))
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'unreadable' }
    throw error
  }
}

async function readWorkbook(bytes: Uint8Array): Promise<Table> {
  const size = unpackedSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (size === null) return { problem: 'unreadable' }
  if (size > maxUnpacked) return { problem: 'too-large' }
  try {
    const own = bytes.slice()
    const rows: readonly (readonly unknown[])[] = await readSheet(own.buffer)
    return rows.map((cells) => ({ cells: cells.map((cell) => bareCell(textOf(cell))), faultLine: null }))
  } catch {
    return { problem: 'unreadable' }
  }
}

/** Spreadsheets show 15 digits: 19.990000000000002 was entered as 19.99. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}

/**
 * Returns the real unpacked size of an archive, whatever its headers claim, and stops at the limit. Returns null if it
 * is not a plain archive.
 */
function unpackedSize(zip: Buffer): number | null {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > zip.length) return null
  const count = zip.readUInt16LE(end + 8)
  let at = zip.readUInt32LE(end + 16)
  let size = 0
  try {
    for (let n = 0; n < count && size <= maxUnpacked; n++) {
      if (zip.readUInt32LE(at) !== 0x02014b50) return null
      size += sizeOfEntry(zip, at, maxUnpacked - size)
      at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    }
  } catch {
    return null
  }
  return size
}

function sizeOfEntry(zip: Buffer, at: number, left: number): number {
  const local = zip.readUInt32LE(at + 42)
  const packed = zip.readUInt32LE(at + 20)
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const isStored = zip.readUInt16LE(at + 10) === 0
  // The claimed size is allocated before unpacking, so it is checked too.
  const declared = zip.readUInt32LE(at + 24)
  if (isStored || declared > left) return Math.max(packed, declared)
  try {
    return inflateRawSync(zip.subarray(from, from + packed), { maxOutputLength: Math.max(1, left) }).length
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return left + 1
    throw error
  }
}

async function writeTable(pieces: readonly string[]): Promise<Uint8Array> {
  const rows = pieces.flatMap((piece) => JSON.parse(piece) as string[][])
  const table = rows.map((cells, at) =>
    cells.map((value) => ({ value, type: String, ...(at === 0 && { fontWeight: 'bold' as const }) })),
  )
  const columns = (rows[0] ?? []).map(() => ({ width: 22 }))
  return writeXlsxFile(table, { columns, stickyRowsCount: 1 }).toBuffer()
}
