import { describe, expect, it } from 'vitest'
import { readCsvRecords } from './csv-records.server.ts'

const read = (text: string, max = 100) => readCsvRecords(Buffer.from(text), max)
const good = (...cells: string[]) => ({ cells, faultLine: null })

describe('the records of a CSV file', () => {
  it('are all there, with quotes, line breaks in cells and empty lines', () => {
    const text = '\ufeffa,b\r\n"x, ""y""","two\nlines"\r\n\r\nlast,1'
    expect(read(text)).toEqual([good('a', 'b'), good('x, "y"', 'two\nlines'), good(''), good('last', '1')])
  })

  it('lose only the row with a stray quote, which names its line', () => {
    expect(read('a,b\nok,1\n5" screen,2\n"two\nlines",3\nlast,4\n')).toEqual([
      ...[good('a', 'b'), good('ok', '1')],
      { cells: ['5" screen,2'], faultLine: 3 },
      ...[good('two\nlines', '3'), good('last', '4')],
    ])
  })

  it('lose only the row with a quote that is never closed', () => {
    expect(read('a,b\r\n"two\r\nlines",1\r\nbad,"open\r\nlast,2\r\n')).toEqual([
      ...[good('a', 'b'), good('two\r\nlines', '1')],
      { cells: ['bad,"open'], faultLine: 4 },
      good('last', '2'),
    ])
  })

  it('may end with a broken row, and end lines with carriage returns', () => {
    expect(read('a,b\rbad "x",1\rlast,"y"z')).toEqual([
      good('a', 'b'),
      { cells: ['bad "x",1'], faultLine: 2 },
      { cells: ['last,"y"z'], faultLine: 3 },
    ])
  })

  it('are no more than were asked for, and one to know that there are more', () => {
    expect(read('a\nb\nc\nd\n', 2)).toHaveLength(3)
  })

  it('are none where nearly everything is broken', () => {
    expect(read('a"b\n'.repeat(101))).toBeNull()
    expect(read('a"b\n'.repeat(100))).toHaveLength(100)
  })
})
