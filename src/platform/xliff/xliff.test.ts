import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutgoingUnit } from './document.ts'
import { linesOf, type Piece, piecesOf } from './pieces.ts'
import { readXliff } from './read.server.ts'
import { writeXliff } from './write.ts'

const languages = { source: 'en', target: 'ar' } as const
const aUnit = (more: Partial<OutgoingUnit> = {}): OutgoingUnit => ({
  ...{ id: 'title', note: 'Title', isMarked: false, source: 'Dubai', target: null, isTranslated: false },
  ...more,
})
const xmlOf = (...units: OutgoingUnit[]) =>
  [...writeXliff(languages, [{ id: 'item-1', original: 'tour/dubai', note: 'Tour: Dubai', units }])].join('')
const read = async (xml: string) => {
  const answer = await readXliff(xml)
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.document
}
const unitsOf = async (...units: OutgoingUnit[]) => (await read(xmlOf(...units))).files[0]?.units ?? []
const problemOf = async (xml: string) => {
  const answer = await readXliff(xml)
  return 'problem' in answer ? answer.problem : null
}

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.stringMatching(/^[ <>&"'*\\[\]()#\->0-9.\n\r\ta😀ب]{0,60}$/u),
  fc
    .array(
      fc.constantFrom(
        '# ',
        '## ',
        '- ',
        '1. ',
        '> ',
        '**a**',
        '***b c***',
        '*d*',
        '[e](https://x.test/?a=1&b=2)',
        '\n',
        '\n\n',
        ' ',
        'مرحبا',
        '🕌',
        '&amp;',
        ']]>',
        '<b>',
      ),
    )
    .map((parts) => parts.join('')),
)
const joined = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) =>
      typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.start + joined(piece.inside) + piece.end,
    )
    .join('')

describe('pieces of a text', () => {
  it('join to the text again', () => {
    fc.assert(
      fc.property(words, fc.boolean(), (text, isMarked) => {
        expect(linesOf(text).join('')).toBe(text)
        for (const line of linesOf(text)) expect(joined(piecesOf(line, isMarked))).toBe(line)
      }),
    )
  })

  it('keep signs of Markdown away from the words', () => {
    expect(piecesOf('- See **all** of [*old* Dubai](https://x.test)', true)).toEqual([
      { code: '- ' },
      'See ',
      { start: '**', end: '**', inside: ['all'] },
      ' of ',
      { start: '[', end: '](https://x.test)', inside: [{ start: '*', end: '*', inside: ['old'] }, ' Dubai'] },
    ])
  })
})

describe('a file for translators', () => {
  it('comes back as it was written, whatever the texts', async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.option(words), fc.boolean(), async (source, target, isMarked) => {
        const [unit] = await unitsOf(aUnit({ source, target, isMarked, isTranslated: true }))
        const isText = (text: string | null): text is string => text !== null && text.trim() !== ''
        expect(unit?.source).toBe(source)
        if (isText(source) && isText(target) && unit?.isPartial === false) expect(unit.target).toBe(target)
        if (target === null) expect(unit?.target).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  it('has a segment for each line and protects its signs', () => {
    const unit = aUnit({
      isMarked: true,
      source: '## Plan\n\n- **Day** 1',
      target: '## خطة\n\n- **يوم** 1',
      isTranslated: true,
    })
    expect(xmlOf(unit)).toContain(
      [
        '<originalData><data id="d1">## </data><data id="d2">- </data><data id="d3">**</data></originalData>',
        '<segment state="translated"><source><ph id="c1" dataRef="d1"/>Plan</source><target><ph id="c1" dataRef="d1"/>خطة</target></segment>',
        '<ignorable><source>\n\n</source></ignorable>',
        '<segment state="translated"><source><ph id="c2" dataRef="d2"/><pc id="c3" dataRefStart="d3" dataRefEnd="d3">Day</pc> 1</source>' +
          '<target><ph id="c2" dataRef="d2"/><pc id="c3" dataRefStart="d3" dataRefEnd="d3">يوم</pc> 1</target></segment>',
      ].join('\n'),
    )
  })

  it('is read after a tool has split segments, kept codes by id only and added parts of its own', async () => {
    const xml = xmlOf(aUnit({ isMarked: true, source: '- See **it** now' }))
      .replace('version="2.0"', 'version="2.0" xmlns:my="urn:my"')
      .replace('<unit ', '<my:data>Noise</my:data><group id="g"><unit ')
      .replace('</unit>', '</unit></group>')
      .replace(
        /<segment.*<\/segment>/,
        '<segment state="final"><source><ph id="c1" dataRef="d1"/>See <sc id="c2" dataRef="d2"/>it</source><target><ph id="c1"/>انظر <sc id="c2" dataRef="d2"/>إليه</target></segment>' +
          '<segment state="reviewed"><source><ec startRef="c2" dataRef="d2"/> now</source><target><ec startRef="c2" dataRef="d2"/> <mrk id="m1">الآن</mrk></target></segment>',
      )
    expect((await read(xml)).files[0]?.units).toEqual([
      { id: 'title', source: '- See **it** now', target: '- انظر **إليه** الآن', isPartial: false, isFinal: true },
    ])
  })

  it('names a text of which some segments are not translated', async () => {
    const xml = xmlOf(aUnit({ source: 'One\nTwo' })).replace('One</source>', 'One</source><target>واحد</target>')
    expect((await read(xml)).files[0]?.units[0]).toMatchObject({ isPartial: true, isFinal: false })
  })
})

describe('a hostile or wrong file', () => {
  const good = xmlOf(aUnit())
  it.each([
    ['a declaration of entities', good.replace('<xliff', '<!DOCTYPE x [<!ENTITY a "aaaa">]><xliff'), 'declarations'],
    ['an external entity', good.replace('<xliff', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><xliff'), 'declarations'],
    ['an entity that is not declared', good.replace('Dubai</source>', '&lol;</source>'), 'unreadable'],
    ['a reference to no character', good.replace('Dubai</source>', '&#0;</source>'), 'unreadable'],
    ['no XML', 'title,summary', 'unreadable'],
    ['nothing', '', 'unreadable'],
    ['an end that is missing', good.slice(0, -40), 'unreadable'],
    ['another root', '<html></html>', 'not-xliff'],
    ['two roots', good + good.replace(/<\?.*\?>\n/, ''), 'unreadable'],
    ['the version before', good.replaceAll('document:2.0', 'document:1.2').replace('"2.0"', '"1.2"'), 'version'],
    ['an unknown version', good.replace('version="2.0"', 'version="3.0"'), 'version'],
    ['no target language', good.replace(' trgLang="ar"', ''), 'no-target-language'],
    ['the same text twice', good.replace(/<unit[\s\S]*<\/unit>/, (unit) => unit + unit), 'same-id'],
    ['the same item twice', good.replace(/<file[\s\S]*<\/file>/, (file) => file + file), 'same-id'],
    ['an unknown code', good.replace('Dubai</source>', 'Du<ph id="1" dataRef="d9"/>bai</source>'), 'unreadable'],
    [
      'elements within elements',
      good.replace('Dubai</source>', `${'<mrk id="m">'.repeat(200)}${'</mrk>'.repeat(200)}</source>`),
      'too-deep',
    ],
    [
      'a text within a text',
      good.replace('<segment', '<unit id="b"><segment').replace('</segment>', '</segment></unit>'),
      'unreadable',
    ],
    ['a code for no character', good.replace('Dubai</source>', '<cp hex="zz"/></source>'), 'unreadable'],
  ])('with %s is refused', async (_, xml, problem) => {
    expect(await problemOf(xml)).toBe(problem)
  })

  it('never fails in another way', async () => {
    const parts = good.match(/<[^>]*>|[^<]+/g) ?? []
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...parts, '<', '&', ']]>', '<![CDATA[', '<!--', '"', '\0']),
        async (given) => {
          await readXliff(given.join(''))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('takes time in proportion to its length', async () => {
    const timeOf = async (xml: string) => {
      const before = process.cpuUsage()
      await readXliff(xml)
      return process.cpuUsage(before).user
    }
    const hostile = (length: number) => good.replace('Dubai</source>', `${'&'.repeat(length)}<`.repeat(3))
    await timeOf(hostile(10_000))
    expect(await timeOf(hostile(400_000))).toBeLessThan(500_000)
  })
})
