import { statfsSync } from 'node:fs'

export type EmbeddedPostgresFault =
  | 'unsupported-platform'
  | 'binaries-unusable'
  | 'no-account'
  | 'folder-in-use'
  | 'folder-unusable'
  | 'disk-full'
  | 'wrong-version'
  | 'start-failed'

/** Why the embedded database cannot start. The message is for the operator and names the fix. */
export class EmbeddedPostgresError extends Error {
  readonly fault: EmbeddedPostgresFault

  constructor(fault: EmbeddedPostgresFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'EmbeddedPostgresError'
    this.fault = fault
  }
}

export const otherServer = 'or set DATABASE_URL to an ordinary PostgreSQL server (15 or later)'

/** A log on a full disk ends in the middle of a line, so the disk is asked too. */
const lastBytes = 1024 * 1024

/** The explanation of a full disk, if the output of a program or system call speaks of one or the folder's disk is full. */
export function diskFullFault(output: string, folder: string): EmbeddedPostgresError | undefined {
  const isNamed = /no space left on device|disk is full|disk quota exceeded/i.test(output)
  if (!isNamed && freeBytesOf(folder) >= lastBytes) return undefined
  return new EmbeddedPostgresError(
    'disk-full',
    `The disk is full. Free some space on the disk of ${folder} and start the shop again.\n${output}`,
  )
}

/** Infinite for a folder that cannot be measured. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The code of a failed system call ('ENOENT'), or undefined for other errors. */
export const systemCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
