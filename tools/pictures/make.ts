// Draws every picture of list.ts and writes the shop's files: public/pictures/<name>-{400,800,1200}.{avif,webp},
// public/og.jpg, the icons, src/ui/{pictures,previews}.generated.ts. Run it after a change to a scene: node
// tools/pictures/make.ts [part of a name, or 'icons']. An AVIF takes about a second.

import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawPreview } from '../../src/modules/files/picture-drawings.server.ts'
import { writeIcons } from './icons.ts'
import { pictures } from './list.ts'
import { sheet } from './pieces.ts'
import { drawPicture, type Picture } from './scenes.ts'

const root = new URL('../../', import.meta.url)
const widths = [400, 800, 1200]

/** Lowers the quality of detailed pictures until a file has at most 15 bytes per pixel of width (12 kB at 800). */
async function encodeAvif(drawn: Buffer, width: number): Promise<Buffer> {
  for (const quality of [46, 40, 34]) {
    const file = await sharp(drawn).resize({ width }).avif({ quality, effort: 4 }).toBuffer()
    if (file.length <= width * 15 || quality === 34) return file
  }
  throw new Error('unreachable: the last quality is always taken')
}

async function writePicture(picture: Picture): Promise<void> {
  const drawn = await sharp(Buffer.from(drawPicture(picture)))
    .png()
    .toBuffer()
  for (const width of widths) {
    const target = new URL(`public/pictures/${picture.name}-${width}`, root).pathname
    await writeFile(`${target}.avif`, await encodeAvif(drawn, width))
    await sharp(drawn).resize({ width }).webp({ quality: 48, effort: 6 }).toFile(`${target}.webp`)
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
  const lines = pictures.map((picture) => `  ${keyOf(picture)}: '${picture.alt}',`)
  const text = `// Written by tools/pictures/make.ts; change tools/pictures/list.ts instead.

export const shippedWidth = ${sheet.width}
export const shippedHeight = ${sheet.height}
export const shippedWidths = [${widths.join(', ')}] as const

export const shippedPictures = {
${lines.join('\n')}
} as const

export type ShippedPictureName = keyof typeof shippedPictures
`
  await writeFile(new URL('src/ui/pictures.generated.ts', root), text)
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
const part = process.argv[2]
const wanted = part ? pictures.filter((picture) => picture.name.includes(part)) : pictures
for (const picture of wanted) await writePicture(picture)
await writeIndex()
await writePreviews()
if (!part || part === 'icons') await writeIcons(new URL('public/', root))
console.log(`${wanted.length} pictures written`)
