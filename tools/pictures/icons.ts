// The shop's logo in all sizes for browsers and phones, the card for shared links, and the two background patterns.

import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { khatam } from './pieces.ts'
import { drawPicture } from './scenes.ts'

const blue = '#2563eb'
const gold = '#f3c04a'

const star = (scale: number, line: string, middle: string) =>
  `<g transform="scale(${scale})" fill="none" stroke="${line}" stroke-width="2.5"><rect x="-9" y="-9" width="18" height="18"/><rect x="-9" y="-9" width="18" height="18" transform="rotate(45)"/></g><circle r="${3 * scale}" fill="${middle}"/>`

/** On blue, because home screens crop icons to circles and rounded squares. `share` is the star's part of the width. */
const tile = (radius: number, share: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64" width="512" height="512"><rect x="-32" y="-32" width="64" height="64" rx="${radius}" fill="${blue}"/>${star((share * 64) / 28, '#fff', gold)}</svg>`

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32">${star(1.15, blue, gold)}</svg>\n`

const shareCard = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630"><rect width="1200" height="630" fill="#0b1234" opacity="0.28"/><circle cx="600" cy="236" r="170" fill="${blue}"/><circle cx="600" cy="236" r="158" fill="none" stroke="#fff" stroke-width="2" opacity="0.6"/><g transform="translate(600 236)">${star(7.4, '#fff', gold)}</g><text x="600" y="566" text-anchor="middle" font-family="Liberation Sans, Arial, sans-serif" font-weight="700" font-size="60" fill="#fff">Tours · Visas · Umrah</text></svg>`

/** One wave across the sheet. Its period divides the width, so that copies join seamlessly. */
function wave(y: number, swing: number, phase: number, period: number): string {
  const half = period / 2
  const turns = Math.ceil(1200 / half) + 2
  return `<path d="M${-Math.round(phase)} ${y.toFixed(0)}q${half / 2} ${swing.toFixed(0)} ${half} 0${`t${half} 0`.repeat(turns)}"/>`
}

function guilloche(): string {
  let lines = ''
  for (let row = 0; row < 26; row++) {
    const y = 20 + row * 17.6
    lines += wave(y, 64 * Math.cos(row * 0.23), (row * 37) % 600, 600)
    lines += wave(y, -46 * Math.sin(row * 0.19), (row * 23) % 400, 400)
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 480" width="1200" height="480"><g fill="none" stroke="#000" stroke-width="1.3">${lines}</g></svg>\n`
}

const khatamTile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">${khatam(48, 48, 33, '#000', 1, 1.6)}${[0, 96].flatMap((x) => [0, 96].map((y) => khatam(x, y, 33, '#000', 1, 1.6))).join('')}</svg>\n`

export async function writeIcons(target: URL): Promise<void> {
  const at = (name: string) => new URL(name, target).pathname
  const png = (svg: string, size: number, name: string) =>
    sharp(Buffer.from(svg)).resize(size, size).png({ palette: true }).toFile(at(name))
  await writeFile(at('favicon.svg'), favicon)
  await png(tile(0, 0.62), 180, 'icons/apple-touch-icon.png')
  await png(tile(14, 0.66), 192, 'icons/icon-192.png')
  await png(tile(14, 0.66), 512, 'icons/icon-512.png')
  // Maskable icons are cropped to their middle 80 %.
  await png(tile(0, 0.52), 192, 'icons/maskable-192.png')
  await png(tile(0, 0.52), 512, 'icons/maskable-512.png')
  await writeFile(at('patterns/guilloche.svg'), guilloche())
  await writeFile(at('patterns/khatam.svg'), khatamTile)
  const ground = sharp(
    Buffer.from(drawPicture({ name: 'og', scene: 'skyline', light: 'dusk', with: ['sail'], alt: '' })),
  )
  await sharp(await ground.resize(1200, 630, { fit: 'cover', position: 'bottom' }).png().toBuffer())
    .composite([{ input: Buffer.from(shareCard) }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(at('og.jpg'))
}
