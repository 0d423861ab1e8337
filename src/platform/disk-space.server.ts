import { statfs } from 'node:fs/promises'

/** 'low': uploads are refused; 'full': all writes are refused. */
export type DiskState = 'ok' | 'low' | 'full'
export type DiskSpace = Readonly<{ state: DiskState; freeBytes: number; totalBytes: number }>
/** Reads the disk at most once a second. */
export type DiskWatch = () => Promise<DiskSpace>

type Stats = { bsize: number; blocks: number; bavail: number }
const megabyte = 1024 * 1024
const maxAge = 1_000

/** Below this much free space uploads are refused, so that bookings still fit. */
export const uploadReserveOf = (totalBytes: number): number => between(128 * megabyte, totalBytes / 50, 1024 * megabyte)
/** Below this much free space nothing is written, because a database without room for its log stops. */
export const writeReserveOf = (totalBytes: number): number => between(48 * megabyte, totalBytes / 200, 256 * megabyte)
const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value))

/** Watches the disk of a folder. A disk that cannot be measured counts as having room. */
export function watchDisk(folder: string, read: (folder: string) => Promise<Stats> = statfs): DiskWatch {
  let readAt = Number.NEGATIVE_INFINITY
  let latest: Promise<DiskSpace> | null = null
  return () => {
    if (latest === null || performance.now() - readAt >= maxAge) {
      readAt = performance.now()
      latest = read(folder).then(spaceOf, () => roomy)
    }
    return latest
  }
}

const roomy: DiskSpace = { state: 'ok', freeBytes: Number.NaN, totalBytes: Number.NaN }
export const unlimitedDisk: DiskWatch = async () => roomy

function spaceOf({ bsize, blocks, bavail }: Stats): DiskSpace {
  const [freeBytes, totalBytes] = [bsize * bavail, bsize * blocks]
  const state = freeBytes < writeReserveOf(totalBytes) ? 'full' : freeBytes < uploadReserveOf(totalBytes) ? 'low' : 'ok'
  return { state, freeBytes, totalBytes }
}

/** Codes of a write that found no room, or a disk that became read-only: of the file system, and of PostgreSQL. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100'])
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && fullCodes.has(String(error.code))
