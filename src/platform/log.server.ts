import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { currentWork } from './work.server.ts'

export type Log = Logger

/** Fields that never reach the log, up to two levels deep. */
const secretFields = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'email',
  'customer_email',
  'customerEmail',
  'passport_number',
  'passportNumber',
  'phone',
  'customer_phone',
  'customerPhone',
  'set-cookie',
  'api_secret',
  'smtp_password',
  // PostgreSQL repeats the refused row here.
  'detail',
  'where',
]
const redact = secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`])

/** Names the request, and its trace, in every line that is written during it and during its jobs. */
export function requestFields(): { requestId?: string; traceId?: string } {
  const { requestId, span } = currentWork() ?? {}
  return { ...(requestId && { requestId }), ...(span && { traceId: span.traceId }) }
}

/** JSON lines on standard output; readable lines on a terminal. */
export function createLog(level: string, options: { readable?: boolean; to?: DestinationStream } = {}): Log {
  const settings = {
    level,
    redact: { paths: redact, censor: '[hidden]' },
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    mixin: requestFields,
  }
  return options.readable
    ? pino(settings, { write: (line: string) => process.stdout.write(readable(line)) })
    : pino(settings, options.to)
}

/** Removes email addresses from a foreign error text, such as a mail server's. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>()"':,;]+/g, (word) => (/.@./.test(word) ? '[hidden]' : word))

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
function readable(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & { err?: { stack?: string } }
  const facts = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : JSON.stringify(value)}`,
  )
  const stack = err?.stack ? `\n${err.stack}` : ''
  return `${String(time).slice(11, 19)} ${levels[level as number] ?? level} ${[msg, ...facts].join(' ')}${stack}\n`
}
