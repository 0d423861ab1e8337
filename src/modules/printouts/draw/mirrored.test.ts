import { describe, expect, it } from 'vitest'
import { isolated, withoutIsolates } from '../../../kernel/direction.ts'
import { runsOf } from './runs.ts'

const drawn = (line: string, reading = {}): string[] => runsOf(line, reading).map(({ text }) => text)

describe('a line of a right-to-left page', () => {
  it('keeps an isolated number or name in order, and draws no mark', () => {
    const runs = drawn(`رقم ${isolated('+971 50 123', 'ar')} للحجز`, { direction: 'rtl' })
    expect(runs).toContain('+971 50 123')
    expect(runs.join('')).toBe(withoutIsolates(runs.join('')))
  })
  it('follows its paragraph, also where it begins with a Latin word', () => {
    expect(drawn('Dubai من', { direction: 'rtl' }).at(-1)).toBe('Dubai')
    expect(drawn('Dubai من')[0]).toBe('Dubai ')
  })
  it('has its commas and question marks in the font of its letters', () => {
    expect(runsOf('بالغان، طفل؛ نعم؟').map(({ script }) => script)).toEqual(['arabic'])
  })
  it('is set in Nastaliq in Urdu, whatever its letters', () => {
    expect(runsOf('محمد', { isUrdu: true })[0]?.script).toBe('urdu')
    expect(runsOf('محمد')[0]?.script).toBe('arabic')
  })
})
