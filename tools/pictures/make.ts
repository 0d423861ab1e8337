// Draws every picture of list.ts and writes what the shop ships:
//   public/pictures/<name>-{400,800,1200}.{avif,webp}, public/og.jpg, the icons, src/ui/pictures.generated.ts
// Run it after a change to a scene: node tools/pictures/make.ts [part of a name]. An AVIF takes a second or so.

import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { writeIcons } from './icons.ts'
import { pictures } from './list.ts'
import { sheet } from './pieces.ts'
import { drawPicture, type Picture } from './scenes.ts'

const root = new URL('../../', import.meta.url)
const widths = [400, 800, 1200]

async function writePicture(picture: Picture): Promise<void> {
  const drawn = await sharp(Buffer.from(drawPicture(picture)))
    .png()
    .toBuffer()
  for (const width of widths) {
    const sized = () => sharp(drawn).resize({ width })
    const target = new URL(`public/pictures/${picture.name}-${width}`, root)
    await sized().avif({ quality: 46, effort: 4 }).toFile(`${target.pathname}.avif`)
    await sized().webp({ quality: 62, effort: 5, smartSubsample: true }).toFile(`${target.pathname}.webp`)
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
      async (picture) => `  '${picture.name}': { placeholder: '${await meanColour(picture)}', alt: '${picture.alt}' },`,
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
if (!part) await writeIcons(new URL('public/', root))
console.log(`${wanted.length} pictures written`)
