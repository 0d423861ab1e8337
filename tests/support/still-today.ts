import { beforeEach, vi } from 'vitest'
import { dateIn, type LocalDate } from '../../src/kernel/dates.ts'

const noon = new Date('2026-11-21T08:00:00Z')

/** Stops the clock of the calling file at noon in Dubai, so that no test of it spans midnight. Returns that day. */
export function stillToday(): LocalDate {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: noon }))
  return dateIn('Asia/Dubai', noon)
}
