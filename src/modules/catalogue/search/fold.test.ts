import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testCore } from '../../../../tests/support/database.ts'
import { alike, foldText, leftOut, spaces } from '../../../kernel/fold-text.ts'

const core = await testCore()

describe('the database', () => {
  const inDatabase = async (texts: readonly string[]) =>
    (
      await sql<{ folded: string }>`select fold_text(each) as folded
      from unnest(${[...texts]}::text[]) with ordinality as given (each, at) order by at`.execute(core.db)
    ).rows

  it('folds with the same characters', async () => {
    const { rows } = await sql<{ body: string }>`
      select prosrc as body from pg_proc where proname = 'fold_text'`.execute(core.db)
    for (const characters of [leftOut.source, spaces.source, alike.from, alike.to])
      expect(rows[0]?.body).toContain(characters)
  })
  it('agrees on any text of the scripts that travellers write', async () => {
    const blocks = [
      ...[
        [0x01, 0x24f],
        [0x300, 0x3ff],
        [0x400, 0x45f],
        [0x600, 0x6ff],
        [0x900, 0x97f],
        [0x2000, 0x206f],
        [0xfb50, 0xfdff],
      ],
      ...[[0xfe70, 0xfeff]],
    ]
    const character = fc
      .oneof(...blocks.map(([min = 0, max = 0]) => fc.integer({ min, max })))
      .map((point) => String.fromCodePoint(point))
    const text = fc.array(character, { maxLength: 30 }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 50 }), async (texts) => {
        expect((await inDatabase(texts)).map(({ folded }) => folded)).toEqual(texts.map(foldText))
      }),
      { numRuns: 100 },
    )
  })
})
