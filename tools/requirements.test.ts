import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { citedIds, findFaults, listedIds } from './requirements.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'safar-requirements-'))
  for (const folder of ['src', 'db', 'tests', 'tools', 'bench', 'docs/requirements'])
    mkdirSync(join(root, folder), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const list = (text: string) => writeFileSync(join(root, 'docs/requirements/list.md'), text)

// Ids are put together here, so that the check does not read them as cited.
const id = (letter: string, number: string) => `${letter}${number}`

test('ids are found in titles, comments and prose', () => {
  expect(citedIds(`[${id('C', '042')}, ${id('A', '007')}] (${id('D', '56')})`)).toEqual([
    id('C', '042'),
    id('A', '007'),
    id('D', '56'),
  ])
})

test('colours, words and longer numbers are not ids', () => {
  expect(
    citedIds(`#${id('A', '123')} ${id('AC', '042')} ${id('D', '0')} ${id('C', '0421')} ${id('D', '56')}-7`),
  ).toEqual([])
})

test('an id counts as listed only with a text', () => {
  expect(listedIds('- **C001** Lists.\n- **C002**\n')).toEqual(['C001'])
})

test('a cited id that is not listed is a fault and names the file', () => {
  list('- **C001** Lists.\n')
  const unknown = id('C', '999')
  writeFileSync(join(root, 'src/page.ts'), `// ${unknown}\n// C001\n`)
  expect(findFaults(root)).toEqual([`${unknown} is cited in src/page.ts and not listed in docs/requirements`])
})

test('an id that is listed twice is a fault', () => {
  list('- **C001** Lists.\n- **C001** Again.\n')
  expect(findFaults(root)).toEqual(['C001 is listed twice in docs/requirements'])
})
