import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { putAside, putBack } from './earlier-assets.ts'

const now = new Date('2026-11-24T10:00:00Z')
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000)

async function makeFolders() {
  const root = await mkdtemp(path.join(tmpdir(), 'safar-assets-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const [assets, aside] = [path.join(root, 'assets'), path.join(root, 'aside')]
  await mkdir(assets)
  const build = async (names: readonly string[], at: Date, text = 'built') => {
    await rm(assets, { recursive: true, force: true })
    await mkdir(assets)
    for (const name of names) {
      await writeFile(path.join(assets, name), text)
      await utimes(path.join(assets, name), at, at)
    }
  }
  return { assets, aside, build }
}

test('a build keeps the files of builds of the last two weeks, and its own in place of equal names', async () => {
  const { assets, aside, build } = await makeFolders()
  await build(['old.js', 'shared.js'], daysAgo(15), 'first')
  await putAside(assets, aside)
  await build(['recent.js', 'recent.js.br', 'shared.js'], daysAgo(13), 'second')
  await putAside(assets, aside)
  await build(['new.js', 'shared.js'], now, 'third')
  await putBack(aside, assets, now)
  expect((await readdir(assets)).sort()).toEqual(['new.js', 'recent.js', 'recent.js.br', 'shared.js'])
  expect(await readFile(path.join(assets, 'shared.js'), 'utf8')).toBe('third')
  await expect(readdir(aside)).rejects.toThrow('ENOENT')
})

test('files that an interrupted build has moved aside come back with the next one', async () => {
  const { assets, aside, build } = await makeFolders()
  await build(['before.js'], daysAgo(1))
  await putAside(assets, aside)
  await rm(assets, { recursive: true })
  await putAside(assets, aside)
  await build(['after.js'], now)
  await putBack(aside, assets, now)
  expect((await readdir(assets)).sort()).toEqual(['after.js', 'before.js'])
})
