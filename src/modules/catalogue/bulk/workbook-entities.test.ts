import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../../kernel/refusal.ts'
import { openSheets } from './sheets.server.ts'

/** An archive of uncompressed files. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, body] = [Buffer.from(path), Buffer.from(text)]
    const field = Buffer.alloc(26)
    field.writeUInt16LE(20, 0)
    field.writeUInt32LE(crc32(body), 10)
    field.writeUInt32LE(body.length, 14)
    field.writeUInt32LE(body.length, 18)
    field.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    locals.push(Buffer.from('PK\u0003\u0004'), field, name, body)
    centrals.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), field, rest, name)
    at += 30 + name.length + body.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(locals.length / 4, 8)
  end.writeUInt16LE(locals.length / 4, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, central, end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const declared = '<?xml version="1.0" encoding="UTF-8"?>'
/** A workbook whose second row holds `cell`, with a document type declaration in front of its texts. */
const workbook = (cell: string, doctype = '') =>
  zipOf({
    '[Content_Types].xml': `${declared}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${declared}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declared}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${declared}${doctype}<sst xmlns="${main}"><si><t>title</t></si><si><t>${cell}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `${declared}<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row></sheetData></worksheet>`,
  })

describe('an uploaded workbook', () => {
  const sheets = openSheets()
  /** Its cell, or 'unreadable'. */
  const read = async (bytes: Buffer) => {
    try {
      const { pieces } = await sheets.read(bytes)
      return (JSON.parse(pieces[0] ?? '[]') as { cells: string[] }[])[0]?.cells[0]
    } catch (error) {
      if (isRefusal(error, 'catalogue/upload-refused')) return error.facts.reason
      throw error
    }
  }
  const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

  it('is read (the control)', async () => {
    expect(await read(workbook('Dunes &amp; more'))).toBe('Dunes & more')
  })

  it.each([
    ['of this machine', '<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]>', 'a &x; b'],
    ['of its own', '<!DOCTYPE sst [<!ENTITY x "replaced">]>', 'a &x; b'],
    ['that multiply', `<!DOCTYPE sst [<!ENTITY l0 "replaced">${laughs}]>`, 'a &l12; b'],
  ])('has no entity %s replaced', async (_, doctype, cell) => {
    const text = await read(workbook(cell, doctype))
    expect(text).not.toMatch(/root:|replaced/)
    expect(String(text).length).toBeLessThan(100)
  })
})
