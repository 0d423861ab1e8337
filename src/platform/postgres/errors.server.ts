export type EmbeddedPostgresFault =
  | 'unsupported-platform'
  | 'binaries-unusable'
  | 'no-account'
  | 'folder-in-use'
  | 'folder-unusable'
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

/** The code of a failed system call ('ENOENT'), or undefined for other errors. */
export const systemCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
