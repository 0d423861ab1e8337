// Roads: what drives, and what stands behind it.

import type { Palette } from '../palettes.ts'
import {
  arch,
  city,
  clouds,
  dome,
  layer,
  minaret,
  needle,
  palmTree,
  place,
  plane,
  ridge,
  sailHotel,
  sheet,
  sun,
} from '../pieces.ts'
import type { Seeded } from '../seeded.ts'
import { car, coach, offRoader, openBus, van } from '../vehicles.ts'
import { windTower } from './cities.ts'

const { width, height } = sheet

const airport = ({ near, mid, glow }: Palette) =>
  layer(
    `<path d="M-10 626V560c120-64 380-88 620-40s420 30 600 4v102z" fill="${mid}"/><path d="M-10 600h1220v10H-10z" fill="${glow}" opacity="0.7"/><path d="M930 540V340h70v200zM902 340l20-56h86l20 56z" fill="${near}"/>`,
  )

const towers = (seeded: Seeded, { far, mid, glow }: Palette) =>
  `<g opacity="0.6">${city(seeded, far, [130, 320], { gap: 12 })}</g>${layer(needle(820, 632, 0.7, mid, glow))}${layer(city(seeded, mid, [60, 170], { light: glow, gap: 50 }))}`

/** White domes behind an arcade, as in Abu Dhabi. */
function whiteMosque({ far }: Palette): string {
  const white = '#fffaf0'
  const gold = '#e7b84e'
  const arcade = Array.from({ length: 12 }, (_, index) => arch(246 + index * 60, 636, 38, 66, far)).join('')
  return (
    minaret(262, 636, 300, white, gold, far) +
    minaret(938, 636, 300, white, gold, far) +
    layer(dome(430, 500, 60, white, gold) + dome(770, 500, 60, white, gold)) +
    layer(`<rect x="350" y="490" width="500" height="150" fill="${white}"/>${dome(600, 494, 108, white, gold)}`) +
    layer(`<rect x="230" y="550" width="740" height="90" fill="${white}"/>`) +
    `<rect x="230" y="557" width="740" height="5" fill="${gold}"/>` +
    arcade
  )
}

/** Minarets and a green dome. */
const pilgrims = ({ far, mid, glow }: Palette) =>
  minaret(420, 640, 320, far, glow, glow) +
  minaret(780, 640, 320, far, glow, glow) +
  layer(minaret(180, 640, 400, mid, glow, glow) + minaret(1010, 640, 400, mid, glow, glow)) +
  layer(`<rect x="260" y="500" width="660" height="140" fill="${mid}"/>${dome(600, 504, 96, '#2b8264', glow)}`) +
  Array.from({ length: 11 }, (_, index) => arch(276 + index * 58, 640, 40, 70, glow)).join('')

const resort = (seeded: Seeded, { far }: Palette) =>
  layer(
    '<path fill-rule="evenodd" d="M330 640V430h50v-60h46v-36h64v-70l24-30l24 30v70h64v36h46v60h50v210zM464 640V520c0-84 100-84 100 0v120z" fill="#e8b48c"/>',
  ) + city(seeded, far, [30, 80], { base: 632, from: 700 })

/** Walls and wind towers of the older emirates, with a white sail far behind them. */
const emirates = (seeded: Seeded, { far }: Palette) =>
  `<g opacity="0.7">${city(seeded, far, [90, 220], { gap: 40 })}</g>` +
  layer(windTower(250, 632, 260, '#e6c494', '#7c5230') + windTower(860, 632, 230, '#cda06c', '#7c5230')) +
  layer(
    `<path d="M160 640V500h300v140zM760 640V520h330v120z" fill="#e6c494"/><path d="M440 640V460h340v180z" fill="#d9b078"/>${[190, 380, 800, 990].map((x) => arch(x, 620, 34, 60, '#7c5230')).join('')}${[480, 560, 640, 720].map((x) => arch(x, 600, 40, 84, '#7c5230')).join('')}`,
  )

const beach = (seeded: Seeded, { far, near, glow, water }: Palette) =>
  `<g opacity="0.6">${city(seeded, far, [110, 260], { gap: 30, to: 760 })}</g>` +
  layer(needle(270, 632, 0.66, near, glow)) +
  `<rect y="586" width="${width}" height="60" fill="${water}"/>` +
  layer(sailHotel(890, 604, 1.05, '#f6f1e6', far))

function backdrop(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  if (extras.includes('airport')) return airport(palette)
  if (extras.includes('mosque')) return whiteMosque(palette)
  if (extras.includes('pilgrims')) return pilgrims(palette)
  if (extras.includes('resort')) return resort(seeded, palette)
  if (extras.includes('emirates')) return emirates(seeded, palette)
  return extras.includes('beach') ? beach(seeded, palette) : towers(seeded, palette)
}

function vehicle(extras: readonly string[]): string {
  if (extras.includes('coach')) return place(600, 706, 1.15, coach('#fffaf0'))
  if (extras.includes('bus')) return place(590, 712, 1.25, openBus())
  if (extras.includes('offRoader')) return place(590, 712, 1.25, offRoader('#1f5148'))
  if (extras.includes('van')) return place(590, 712, 1.25, van('#1f5f9e'))
  const paints = { white: '#fffaf0', black: '#1b1f2e', silver: '#c9d2dc', red: '#b4322c' }
  const paint = Object.entries(paints).find(([name]) => extras.includes(name))?.[1]
  return place(590, 716, 1.3, car(paint ?? '#2563eb'))
}

export function road(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const dashes = Array.from(
    { length: 8 },
    (_, index) => `<rect x="${index * 168 - 30}" y="726" width="92" height="8" rx="4" fill="#fff" opacity="0.75"/>`,
  )
  return (
    sun(palette, seeded.between(240, 460), 330, 78) +
    clouds(seeded, 3, 90, 240, palette.sun) +
    backdrop(seeded, palette, extras) +
    (extras.includes('landing') ? plane(560, 190, 0.85, 8, '#fffaf0', palette.near) : '') +
    ridge(seeded, 634, 10, '#c99a5f') +
    palmTree(seeded, 110, 660, 1.2, palette.near) +
    palmTree(seeded, 1090, 664, 1.4, palette.near) +
    layer(`<path d="M0 664h${width}v${height - 664}H0z" fill="#2b3350"/>`) +
    `<rect y="668" width="${width}" height="4" fill="${palette.glow}" opacity="0.7"/>` +
    dashes.join('') +
    vehicle(extras)
  )
}

/** A road in bends up a bare slope. */
export const mountainRoad = (seeded: Seeded, palette: Palette) =>
  ridge(seeded, 600, 50, palette.mid) +
  layer(`<path d="M-10 810V640C200 600 420 540 660 540s420 50 560 30v240z" fill="#8a4a5e"/>`) +
  `<g fill="#2b3350"><path d="M240 810C420 740 800 760 800 722C800 700 500 712 500 676C500 646 760 660 760 632C760 612 600 616 600 590C600 572 650 560 660 540h10C664 562 624 574 624 590C624 604 800 600 800 634C800 676 560 662 560 682C560 700 900 676 900 730C900 780 560 764 440 810z"/></g>` +
  `<path d="M340 810C480 752 850 772 850 726S530 700 530 679S780 664 780 633S612 610 612 590S656 562 665 542" fill="none" stroke="${palette.glow}" stroke-width="4" stroke-dasharray="18 14"/>`
