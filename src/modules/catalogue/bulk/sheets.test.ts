import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { testCore } from '../../../../tests/support/database.ts'
import { addService } from '../../booking/testing/fixtures.ts'
import { exportItems } from './queries.server.ts'
import { openSheets } from './sheets.server.ts'

describe('a long table', () => {
  it('is prepared for a workbook in pieces, each in its own event loop turn', async () => {
    let turn = 0
    const readIn: number[][] = []
    /** A row that records the event loop turn in which its cell was read. */
    const row = (piece: number, name: string): string[] =>
      Object.defineProperty([name], 0, {
        enumerable: true,
        get: () => {
          readIn[piece] = [...(readIn[piece] ?? []), turn]
          return name
        },
      })
    async function* pieces() {
      for (let piece = 0; piece < 4; piece++) {
        yield [row(piece, `${piece} first`), row(piece, `${piece} second`)]
        await nextTurn()
        turn++
      }
    }
    const { writeXlsx, read } = openSheets()
    const bytes = await writeXlsx(pieces())
    expect(readIn.map((turns) => new Set(turns))).toEqual([0, 1, 2, 3].map((at) => new Set([at])))
    const { headers, pieces: stored } = await read(bytes)
    const lines = (JSON.parse(stored[0] ?? '') as { cells: string[] }[]).map(({ cells }) => cells[0])
    expect([...headers, ...lines]).toEqual([0, 1, 2, 3].flatMap((piece) => [`${piece} first`, `${piece} second`]))
  })

  it('is written 100 items at a time, yielding to the event loop in between', async () => {
    const core = await testCore()
    for (let n = 0; n < 210; n++) await addService(core, 'tour', {}, { title: `Tour ${n}` })
    let turns = 0
    let isOn = true
    const count = () => {
      turns++
      if (isOn) setImmediate(count)
    }
    setImmediate(count)
    const sizes: number[] = []
    const turnsAt: number[] = []
    for await (const rows of exportItems(core, { kind: 'tour' })) {
      sizes.push(rows.length)
      turnsAt.push(turns)
    }
    isOn = false
    expect(sizes).toEqual([1, 100, 100, 10])
    expect(new Set(turnsAt).size).toBe(turnsAt.length)
  })
})
