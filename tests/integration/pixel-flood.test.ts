import { writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test, vi } from 'vitest'
import { shopEnv } from '../../tools/shop-flags.mjs'
import { runCommand } from '../process/command.ts'
import { dataFolder } from '../process/shop.ts'

vi.setConfig({ testTimeout: 240_000 })

const folder = dataFolder()
const flood = async (file: string, variant: 'shop' | 'control') => {
  const { output, errors } = await runCommand('tests/process/pixel-flood.ts', [file, variant], shopEnv)
  expect(errors).toBe('')
  return JSON.parse(output) as { outcomes: string[]; megabytes: number }
}
async function save(name: string, draw: (picture: Sharp) => Sharp, side = 6_300): Promise<string> {
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: '#2563eb' } })
  const bytes = await draw(picture).toBuffer()
  expect(bytes.length).toBeLessThan(700_000)
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}
const plain = (picture: Sharp) => picture.jpeg({ quality: 60 })
const turned = (picture: Sharp) => plain(picture).withMetadata({ orientation: 6 })
const progressive = (picture: Sharp) => picture.jpeg({ quality: 60, progressive: true })
const interlaced = (picture: Sharp) => picture.png({ progressive: true })

test.each([
  ['plain JPEG of 39 megapixels', 'stored', () => save('a', plain)],
  ['turned JPEG of 39 megapixels', 'file/too-many-pixels', () => save('b', turned)],
  ['turned JPEG of 24 megapixels', 'stored', () => save('c', turned, 4_900)],
  ['progressive JPEG of 39 megapixels', 'file/too-many-pixels', () => save('d', progressive)],
  ['progressive JPEG of 9 megapixels', 'stored', () => save('e', progressive, 3_100)],
  ['interlaced PNG of 39 megapixels', 'file/too-many-pixels', () => save('f', interlaced)],
  ['interlaced PNG of 9 megapixels', 'stored', () => save('g', interlaced, 3_100)],
])('eight uploads of one %s at once end as %s and take at most 150 MB', async (_, outcome, make) => {
  const { outcomes, megabytes } = await flood(await make(), 'shop')
  expect(outcomes).toEqual([outcome])
  expect(megabytes).toBeLessThan(150)
})

test('control: decoding all eight at once without limits takes more than 600 MB', async () => {
  expect((await flood(await save('h', plain), 'control')).megabytes).toBeGreaterThan(600)
})
