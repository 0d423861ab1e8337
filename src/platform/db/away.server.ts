/** The database cannot be reached, is shutting down, or gave this statement up: the same may work soon. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '40001',
  '40P01',
  '55P03',
])
/** What pg says without a code. */
const awayWords =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // A missing file is another matter than a missing socket.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return awayCodes.has(code) || /^(57P0\d|08\d{3})$/.test(code) || awayWords.test(error.message)
}
