import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { drawMenuIcons } from './menu-icons.ts'

test('the sprite contains every menu icon in its current drawing', async () => {
  const file = path.join(import.meta.dirname, '../public/icons/menu.svg')
  expect(await readFile(file, 'utf8')).toBe(drawMenuIcons())
})
