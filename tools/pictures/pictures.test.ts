import { existsSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedNames, shippedWidths } from '../../src/ui/pictures.generated.ts'
import { pictures } from './list.ts'
import { drawPicture } from './scenes.ts'

const fileOf = (name: string, width: number, format: string) =>
  new URL(`../../public/pictures/${name}-${width}.${format}`, import.meta.url)

test('the same name draws the same picture, another name a different one', () => {
  const [first, second] = [pictures[4], pictures[5]]
  if (!first || !second) throw new Error('the list is too short')
  expect(drawPicture(first)).toBe(drawPicture(first))
  expect(drawPicture(first)).not.toBe(drawPicture({ ...first, name: second.name }))
})

test('every picture exists in all widths and formats, and the pages know it', () => {
  expect(shippedNames).toEqual(pictures.map((picture) => picture.name))
  for (const { name } of pictures) {
    for (const width of shippedWidths) {
      for (const format of ['avif', 'webp'])
        expect(existsSync(fileOf(name, width, format)), `${name} ${width} ${format}`).toBe(true)
    }
  }
})

test('medium AVIFs are at most 13 kB, and a picture in all its files 55.5 kB on average', () => {
  const sizeOf = (name: string, width: number, format: string) => statSync(fileOf(name, width, format)).size
  for (const { name } of pictures) expect(sizeOf(name, 800, 'avif'), name).toBeLessThan(13_000)
  const all = pictures.flatMap(({ name }) =>
    shippedWidths.flatMap((width) => [sizeOf(name, width, 'avif'), sizeOf(name, width, 'webp')]),
  )
  expect(all.reduce((sum, size) => sum + size, 0) / pictures.length).toBeLessThan(55_500)
})
