// Draws every picture of list.ts and writes the shop's files: public/pictures/<name>-{400,800,1200}.{avif,webp},
// public/og.jpg, the icons, src/ui/{pictures,previews}.generated.ts, src/ui/messages/en.json. Run it after a change to a
// scene: node tools/pictures/make.ts [parts of names, or 'icons']. An AVIF takes about a second.

import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawPreview } from '../../src/modules/files/picture-drawings.server.ts'
import { writeIcons } from './icons.ts'
import { pictures } from './list.ts'
import { sheet } from './pieces.ts'
import { drawPicture, type Picture } from './scenes.ts'

const root = new URL('../../', import.meta.url)
const widths = [400, 800, 1200]

/** The first file of these qualities with at most so many bytes, or else the last: detailed pictures are drawn coarser. */
async function encode(qualities: readonly number[], most: number, draw: (quality: number) => Promise<Buffer>) {
  let file: Buffer = Buffer.alloc(0)
  for (const quality of qualities) {
    file = await draw(quality)
    if (file.length <= most) break
  }
  return file
}

async function writePicture(picture: Picture): Promise<void> {
  const drawn = await sharp(Buffer.from(drawPicture(picture)))
    .png()
    .toBuffer()
  for (const width of widths) {
    const target = new URL(`public/pictures/${picture.name}-${width}`, root).pathname
    const sized = sharp(drawn).resize({ width })
    const avif = (quality: number) => sized.clone().avif({ quality, effort: 4 }).toBuffer()
    const webp = (quality: number) => sized.clone().webp({ quality, effort: 6 }).toBuffer()
    // At 800 pixels at most 12 kB and 9.6 kB, where the lowest quality allows it.
    await writeFile(`${target}.avif`, await encode([46, 40, 34], width * 15, avif))
    await writeFile(`${target}.webp`, await encode([44, 36, 28], width * 12, webp))
  }
}

/** Shown until the file has loaded. */
const previewOf = async (picture: Picture): Promise<string> =>
  drawPreview(
    await sharp(Buffer.from(drawPicture(picture)))
      .removeAlpha()
      .png()
      .toBuffer(),
  )

const keyOf = ({ name }: Picture): string => (name.includes('-') ? `'${name}'` : name)

async function writeIndex(): Promise<void> {
  const names = pictures.map(({ name }) => `  '${name}',`)
  const text = `// Written by tools/pictures/make.ts; change tools/pictures/list.ts instead.

export const shippedWidth = ${sheet.width}
export const shippedHeight = ${sheet.height}
export const shippedWidths = [${widths.join(', ')}] as const

export const shippedNames = [
${names.join('\n')}
] as const

export type ShippedPictureName = (typeof shippedNames)[number]
`
  await writeFile(new URL('src/ui/pictures.generated.ts', root), text)
  const captions = Object.fromEntries(pictures.map(({ name, alt }) => [name, alt]))
  await writeFile(new URL('src/ui/messages/en.json', root), `${JSON.stringify({ captions }, null, 2)}\n`)
}

async function writePreviews(): Promise<void> {
  const lines = await Promise.all(
    pictures.map(async (picture) => `  ${keyOf(picture)}:\n    '${await previewOf(picture)}',`),
  )
  const text = `// Written by tools/pictures/make.ts. The base64 of a WebP some pixels wide, for pages that the server draws: too much for
// the browser's first load, which goes without.

import type { ShippedPictureName } from './pictures.generated.ts'

export const shippedPreviews: Readonly<Record<ShippedPictureName, string>> = {
${lines.join('\n')}
}
`
  await writeFile(new URL('src/ui/previews.generated.ts', root), text)
}

await mkdir(new URL('public/pictures/', root), { recursive: true })
const parts = process.argv.slice(2)
const isWanted = ({ name }: Picture): boolean => parts.length === 0 || parts.some((part) => name.includes(part))
const wanted = pictures.filter(isWanted)
for (const picture of wanted) await writePicture(picture)
await writeIndex()
await writePreviews()
if (parts.length === 0 || parts.includes('icons')) await writeIcons(new URL('public/', root))
console.log(`${wanted.length} pictures written`)
