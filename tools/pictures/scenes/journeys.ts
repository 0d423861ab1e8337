// Travel scenes: in the air, at the gate, documents, and the pilgrimage cities. The pilgrimage pictures show buildings
// and lattices only: no people, no sacred text.

import type { Palette } from '../palettes.ts'
import {
  arch,
  clouds,
  crescent,
  dome,
  khatam,
  lattice,
  layer,
  minaret,
  palmTree,
  peaks,
  place,
  plane,
  ridge,
  sheet,
  stars,
  sun,
} from '../pieces.ts'
import type { Seeded } from '../seeded.ts'

const { width, height } = sheet

export function flight(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const night = extras.includes('night')
  const paint = night ? '#f4f0dc' : '#2563eb'
  const trail =
    '<path d="M-260-6h-320M-250 8h-240" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.6"/>'
  const below = night
    ? ['#1b2758', '#121c46', '#0b1234']
    : extras.includes('sea')
      ? ['#5fb3c4', '#3d8fb6', '#2b7296']
      : ['#f0d4a0', '#e3b873', '#cf9a55']
  const [first, second, third] = below as [string, string, string]
  return (
    (night
      ? stars(seeded, 110, 560) + crescent(930, 180, 70, palette.sun)
      : sun(palette, Math.round(seeded.between(840, 980)), 220, 82)) +
    clouds(seeded, 4, 120, 330, night ? palette.far : '#fff') +
    place(590, 380, 1, trail, -14) +
    plane(590, 380, 1.75, -14, paint, night ? '#aab4dd' : '#163a9e') +
    clouds(seeded, 5, 440, 600, night ? palette.far : '#fff') +
    ridge(seeded, 660, 30, first) +
    ridge(seeded, 710, 26, second) +
    ridge(seeded, 758, 20, third)
  )
}

export function cabinWindow(seeded: Seeded, palette: Palette): string {
  const wing =
    '<path d="M330 640C520 560 760 520 960 500l40 22C860 560 660 620 520 700z" fill="#e8edf7"/><path d="M960 500l26-62h18l-4 84z" fill="#2563eb"/>'
  return `<clipPath id="pane"><rect x="330" y="90" width="540" height="640" rx="230"/></clipPath><g clip-path="url(#pane)">${sun(palette, 690, 330, 74)}${clouds(seeded, 5, 180, 480)}${clouds(seeded, 7, 600, 720)}${layer(wing)}</g><path fill-rule="evenodd" fill="#f3efe6" d="M0 0h${width}v${height}H0zM560 90a230 230 0 0 0-230 230v180a230 230 0 0 0 230 230h80a230 230 0 0 0 230-230V320A230 230 0 0 0 640 90z"/><rect x="300" y="60" width="600" height="700" rx="256" fill="none" stroke="#dcd5c6" stroke-width="26"/><rect x="330" y="90" width="540" height="640" rx="230" fill="none" stroke="#c7bfae" stroke-width="6"/><path d="M352 220a230 230 0 0 1 208-130h80a230 230 0 0 1 208 130c-110 22-386 22-496 0z" fill="#fbf8f1"/><rect x="560" y="206" width="80" height="16" rx="8" fill="#dcd5c6"/><g fill="#e7e1d4"><rect x="-120" y="60" width="260" height="700" rx="130"/><rect x="1060" y="60" width="260" height="700" rx="130"/></g>`
}

/** The fine wavy lines of a visa page, from a row to the lower edge. */
export function guilloche(colour: string, firstRow = 0): string {
  let lines = ''
  for (let row = firstRow; row < 28; row++) {
    let path = ''
    for (let x = -20; x <= width + 40; x += 30) {
      const y = 30 + row * 28 + Math.sin(x / 92 + row * 0.55) * 34 * Math.cos(row * 0.21)
      path += `${path ? 'L' : 'M'}${x} ${y.toFixed(1)}`
    }
    lines += `<path d="${path}" fill="none" stroke="${colour}" stroke-opacity="${(0.12 + 0.14 * Math.abs(Math.sin(row))).toFixed(2)}" stroke-width="2"/>`
  }
  return lines
}

export const passport = (cover: string, gold: string) =>
  `<rect x="-160" y="-230" width="320" height="460" rx="26" fill="#fff" transform="translate(10 8)"/><rect x="-160" y="-230" width="320" height="460" rx="26" fill="${cover}"/><rect x="-144" y="-214" width="288" height="428" rx="18" fill="none" stroke="${gold}" stroke-width="3" opacity="0.9"/><path d="M-144-230v460" stroke="#000" stroke-width="8" opacity="0.16"/>${khatam(0, -40, 84, gold, 1, 3)}${khatam(0, -40, 56, gold, 0.7, 2)}<circle cy="-40" r="30" fill="none" stroke="${gold}" stroke-width="3"/><circle cy="-40" r="10" fill="${gold}"/><rect x="-70" y="100" width="140" height="12" rx="6" fill="${gold}"/><rect x="-44" y="126" width="88" height="10" rx="5" fill="${gold}" opacity="0.7"/>`

export const stamp = (x: number, y: number, turn: number, ink: string) =>
  place(
    x,
    y,
    1,
    `<g fill="none" stroke="${ink}" stroke-width="7" opacity="0.85"><circle r="96"/><circle r="78" stroke-width="3"/><path d="M-38 2l28 28l50-58" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/></g>`,
    turn,
  )

export const boardingPass = (x: number, y: number, turn: number, ink: string) =>
  place(
    x,
    y,
    1,
    `<path fill="#fffdf8" d="M-280-90a14 14 0 0 1 14-14H110a16 16 0 0 0 32 0h124a14 14 0 0 1 14 14V90a14 14 0 0 1-14 14H142a16 16 0 0 0-32 0h-376a14 14 0 0 1-14-14z"/><path d="M126-78V78" stroke="${ink}" stroke-width="4" stroke-dasharray="10 10" opacity="0.45"/><path d="M-280-90a14 14 0 0 1 14-14H110a16 16 0 0 0 32 0h124a14 14 0 0 1 14 14v24h-560z" fill="${ink}"/><g fill="${ink}"><rect x="-250" y="-34" width="92" height="30" rx="4"/><rect x="-40" y="-34" width="92" height="30" rx="4"/><rect x="-250" y="26" width="70" height="10" rx="5" opacity="0.4"/><rect x="-250" y="50" width="120" height="10" rx="5" opacity="0.4"/><rect x="-60" y="26" width="110" height="10" rx="5" opacity="0.4"/><rect x="-60" y="50" width="70" height="10" rx="5" opacity="0.4"/><rect x="160" y="-34" width="86" height="22" rx="4"/></g><g fill="#17204a">${Array.from({ length: 17 }, (_, index) => `<rect x="${158 + index * 6}" y="10" width="${index % 3 ? 2 : 4}" height="62"/>`).join('')}</g>${place(-104, -19, 0.19, '<path d="M156 0c0 11-20 15-44 15H-90c-32 0-56-7-64-15c8-8 32-15 64-15h202c24 0 44 4 44 15zM34 5L-44 118h-30L-22 5zM34-5L-44-118h-30L-22-5z" fill="#e7b84e"/>')}`,
    turn,
  )

const covers: Record<string, readonly [string, string]> = {
  navy: ['#16306f', '#065e47'],
  wine: ['#6b1f35', '#163a9e'],
  green: ['#0d5845', '#8a3b12'],
  black: ['#20232f', '#065e47'],
}

export function visa(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const [cover, ink] = covers[extras.find((extra) => extra in covers) ?? 'navy'] ?? ['#16306f', '#065e47']
  const turn = Math.round(seeded.between(-12, -5))
  return (
    `<rect width="${width}" height="${height}" fill="#fff" opacity="0.45"/>` +
    guilloche(palette.near) +
    (extras.includes('pass') ? layer(boardingPass(690, 330, 8, '#2563eb')) : '') +
    layer(
      place(
        extras.includes('pass') ? 500 : 580,
        extras.includes('pass') ? 420 : 405,
        1,
        passport(cover, '#e7c66b'),
        turn,
      ),
    ) +
    stamp(extras.includes('pass') ? 790 : 850, 560, 12, ink)
  )
}

export function gate(seeded: Seeded, palette: Palette): string {
  const rows = Array.from({ length: 5 }, (_, index) => {
    const y = 186 + index * 46
    const cells = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (cell) => `<rect x="${330 + cell * 28}" y="${y}" width="24" height="32" rx="4" fill="#26305c"/>`,
    )
    return `${cells.join('')}<rect x="580" y="${y + 8}" width="${Math.round(seeded.between(90, 150))}" height="16" rx="4" fill="#ffd27a" opacity="0.85"/><rect x="770" y="${y + 6}" width="96" height="20" rx="10" fill="${index === 1 ? '#3f9a79' : '#3b4fa8'}"/>`
  })
  return (
    `<path d="M0 90h${width}v500H0z" fill="#fff" opacity="0.25"/>` +
    clouds(seeded, 4, 120, 300) +
    place(
      980,
      470,
      1,
      '<path d="M-150 120h420V40C200 10 60 0-10 10c-60 8-110 40-140 110z" fill="#fffaf0"/><path d="M150 30L260-200h70L270 60z" fill="#2563eb"/><path d="M-110 62c20-24 50-38 84-40v22c-34 2-60 8-84 18z" fill="#3b4fa8"/>',
    ) +
    `<g fill="#ffffff" opacity="0.7">${[180, 480, 780, 1080].map((x) => `<rect x="${x}" y="80" width="10" height="520"/>`).join('')}</g>` +
    layer(`<rect y="590" width="${width}" height="220" fill="${palette.near}"/>`) +
    `<rect y="600" width="${width}" height="5" fill="${palette.glow}" opacity="0.6"/>` +
    layer(
      '<rect x="300" y="140" width="600" height="292" rx="18" fill="#17204a"/><rect x="590" y="60" width="8" height="90" fill="#17204a"/>',
    ) +
    rows.join('') +
    layer(boardingPass(600, 620, -4, '#2563eb')) +
    stamp(830, 660, 12, '#0b8a5f')
  )
}

export function haram(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const gold = palette.glow
  const arcade = Array.from(
    { length: 10 },
    (_, index) => arch(index * 122 + 4, 800, 106, 170, '#e9dcb4') + arch(index * 122 + 15, 800, 84, 142, palette.near),
  )
  const lamps = Array.from(
    { length: 10 },
    (_, index) =>
      `<path d="M${index * 122 + 56} 668v22" stroke="${gold}" stroke-width="2"/><circle cx="${index * 122 + 57}" cy="698" r="8" fill="${gold}"/><circle cx="${index * 122 + 57}" cy="698" r="20" fill="${gold}" opacity="0.2"/>`,
  )
  const hills = extras.includes('hills') ? peaks(seeded, 640, 260, palette.far, palette.sun) : ''
  return (
    lattice('#e9dcb4', 0.1, 150) +
    (extras.includes('crescent')
      ? stars(seeded, 60) + crescent(600, 200, 92, palette.sun)
      : sun(palette, 600, 300, 110)) +
    hills +
    minaret(300, 640, 340, palette.far, gold, gold) +
    minaret(900, 640, 340, palette.far, gold, gold) +
    layer(minaret(150, 640, 440, palette.mid, gold, gold) + minaret(1050, 640, 440, palette.mid, gold, gold)) +
    (extras.includes('kaaba') ? '' : domes(palette)) +
    layer(`<rect y="606" width="${width}" height="200" fill="${palette.near}"/>`) +
    `<rect y="614" width="${width}" height="4" fill="${gold}" opacity="0.6"/>` +
    arcade.join('') +
    lamps.join('') +
    (extras.includes('kaaba') ? kaaba(gold) : '')
  )
}

const domes = ({ mid, glow }: Palette) =>
  layer(dome(440, 610, 74, mid, glow) + dome(760, 610, 74, mid, glow)) +
  layer(`<rect x="484" y="476" width="232" height="140" fill="${mid}"/>${dome(600, 480, 120, mid, glow)}`)

/** The black cube with its band and door in gold, on a court of white stone. */
const kaaba = (gold: string) =>
  layer(`<rect y="716" width="${width}" height="90" fill="#f1e8cf"/>`) +
  layer(
    `<path d="M452 352h206v396H452z" fill="#16171c"/><path d="M658 352l104 22v350l-104 24z" fill="#25262d"/>` +
      `<path d="M452 430h206v34H452zM658 430l104 16v32l-104-14z" fill="${gold}"/>` +
      `<path d="M452 474h206v5H452zM658 474l104 14v4l-104-13z" fill="${gold}" opacity="0.6"/>` +
      `<path d="M586 566h48v118h-48z" fill="${gold}"/><path d="M592 574h36v102h-36z" fill="none" stroke="#16171c" stroke-width="2"/>`,
  )

export function medina(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const gold = '#e7c66b'
  const wall = extras.includes('evening') ? '#b98a76' : '#efe2c6'
  const shade = extras.includes('evening') ? '#7d5560' : '#c9b48d'
  const canopy = (x: number, y: number, scale: number) =>
    place(
      x,
      y,
      scale,
      `<path d="M-5-120h10V60H-5z" fill="${shade}"/><path d="M-120-132C-60-120-20-100 0-70C20-100 60-120 120-132L100-150H-100z" fill="#fffaf0"/><path d="M-60-150c20 20 44 50 60 80c16-30 40-60 60-80z" fill="${shade}" opacity="0.6"/><path d="M-4-168h8v20h-8z" fill="${gold}"/>`,
    )
  return (
    (extras.includes('evening')
      ? stars(seeded, 40, 240) + crescent(900, 140, 50, palette.sun)
      : sun(palette, Math.round(seeded.between(760, 960)), 220, 74)) +
    peaks(seeded, 600, 170, palette.far, palette.sun) +
    minaret(130, 640, 400, wall, gold, shade) +
    minaret(1070, 640, 400, wall, gold, shade) +
    minaret(820, 640, 330, wall, gold, shade) +
    layer(
      `<rect x="60" y="480" width="1080" height="170" fill="${wall}"/>${dome(880, 484, 46, '#9fb2b6', gold)}${dome(310, 484, 46, '#9fb2b6', gold)}`,
    ) +
    layer(`<rect x="430" y="410" width="210" height="80" fill="${wall}"/>${dome(535, 414, 98, '#2b8264', gold)}`) +
    `<rect x="60" y="490" width="1080" height="6" fill="${shade}"/>` +
    Array.from({ length: 11 }, (_, index) => arch(88 + index * 96, 650, 60, 106, shade)).join('') +
    layer(
      `<rect y="644" width="${width}" height="160" fill="${extras.includes('evening') ? '#5b3a55' : '#dccba6'}"/>`,
    ) +
    `<g opacity="0.5">${Array.from({ length: 9 }, (_, index) => khatam(80 + index * 130, 740, 46, shade, 0.8, 3)).join('')}</g>` +
    layer(canopy(210, 700, 1.25) + canopy(600, 712, 1.35) + canopy(990, 700, 1.25)) +
    palmTree(seeded, 30, 700, 1.1, '#2b6b4a', '#7c5230')
  )
}
