// Draws every picture of list.ts and writes what the shop ships:
//   public/pictures/<name>-{400,800,1200}.{avif,webp}, public/og.jpg, the icons, src/ui/pictures.generated.ts
// Run it after a change to a scene: node tools/pictures/make.ts [part of a name, or 'icons']. An AVIF takes a second or so.

import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { writeIcons } from './icons.ts'
import { pictures } from './list.ts'
import { sheet } from './pieces.ts'
import { drawPicture, type Picture } from './scenes.ts'

const root = new URL('../../', import.meta.url)
const widths = [400, 800, 1200]

/** Busy pictures give up a little sharpness: no file weighs more than 15 bytes per pixel of width (12 kB at 800). */
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

/** The colour that fills the frame until the file is there: the mean of the picture. */
async function meanColour(picture: Picture): Promise<string> {
  const { data } = await sharp(Buffer.from(drawPicture(picture)))
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${Buffer.from(data).subarray(0, 3).toString('hex')}`
}

async function writeIndex(): Promise<void> {
  const lines = await Promise.all(
    pictures.map(
      async (picture) =>
        `  ${picture.name.includes('-') ? `'${picture.name}'` : picture.name}: { placeholder: '${await meanColour(picture)}', alt: '${picture.alt}' },`,
    ),
  )
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

await mkdir(new URL('public/pictures/', root), { recursive: true })
const part = process.argv[2]
const wanted = part ? pictures.filter((picture) => picture.name.includes(part)) : pictures
for (const picture of wanted) await writePicture(picture)
await writeIndex()
if (!part || part === 'icons') await writeIcons(new URL('public/', root))
console.log(`${wanted.length} pictures written`)
