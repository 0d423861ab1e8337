import { readOnlySession } from './read-only.server.ts'

/**
 * SQLSTATE and system codes of failures that may pass: unreachable, shutting down, read only, or a statement that was
 * cancelled.
 */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  readOnlySession,
  '53300',
  '40001',
  '40P01',
  '55P03',
])
/** Messages of pg that have no code. */
const awayWords =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // ENOENT is also the code of a missing file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return awayCodes.has(code) || /^(57P0\d|08\d{3})$/.test(code) || awayWords.test(error.message)
}
