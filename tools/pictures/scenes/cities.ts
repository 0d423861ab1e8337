// Town scenes: skyline, marina, old town, museum, mosque, fountain.

import type { Palette } from '../palettes.ts'
import {
  arch,
  camel,
  city,
  clouds,
  crescent,
  dhow,
  dome,
  glitter,
  groundLine,
  khatam,
  layer,
  minaret,
  needle,
  palmTree,
  place,
  ridge,
  sailHotel,
  sheet,
  stars,
  sun,
  water,
  wheel,
  yacht,
} from '../pieces.ts'
import type { Seeded } from '../seeded.ts'

const { width } = sheet

function lightOf(seeded: Seeded, palette: Palette, x: number, y: number, radius: number, night: boolean): string {
  if (!night) return sun(palette, x, y, radius)
  return stars(seeded, 70) + crescent(x, Math.max(120, y - 140), radius * 0.7, palette.sun)
}

export function skyline(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const night = extras.includes('night')
  const at = seeded.between(560, 900)
  const frame = `<path fill="${palette.glow}" fill-rule="evenodd" d="M750 632V236h200v396h-28V264H778v368z"/>`
  return (
    lightOf(seeded, palette, at, 420, 84, night) +
    (night ? '' : clouds(seeded, 3, 90, 260, palette.sun)) +
    `<g opacity="0.55">${city(seeded, palette.far, [150, 330], { gap: 10 })}</g>` +
    `<g opacity="0.8">${city(seeded, palette.mid, [90, 230], { gap: 60 })}</g>` +
    layer(needle(390, 632, 0.96, palette.near, palette.glow)) +
    (extras.includes('sail') ? layer(sailHotel(950, 634, 1, '#f6f1e6', palette.far)) : '') +
    (extras.includes('frame') ? layer(frame) : '') +
    layer(city(seeded, palette.near, [50, 180], { light: palette.glow, gap: 54 })) +
    water(seeded, 630, palette.water) +
    glitter(seeded, night ? 390 : at, 630, palette.glow)
  )
}

export function marina(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const night = extras.includes('night')
  const lamps = seeded.repeat(18, (index) => `<circle cx="${index * 68 + 12}" cy="622" r="5" fill="${palette.glow}"/>`)
  return (
    lightOf(seeded, palette, seeded.between(200, 420), 300, 70, night) +
    `<g opacity="0.55">${city(seeded, palette.far, [160, 360], { gap: 16 })}</g>` +
    layer(
      city(seeded, palette.mid, [70, 240], {
        light: palette.glow,
        gap: 44,
        to: extras.includes('wheel') ? 560 : width,
      }),
    ) +
    (extras.includes('wheel') ? wheel(880, 400, 178, palette.near, palette.glow) : '') +
    layer(`<rect y="612" width="${width}" height="30" fill="${palette.near}"/>${night ? lamps : ''}`) +
    water(seeded, 638, palette.water) +
    (extras.includes('yacht')
      ? yacht(420, 690, 1.5, '#fffaf0', palette.mid) + yacht(900, 662, 0.7, '#fff3df', palette.mid)
      : dhow(390, 694, 1.3, '#4f2a16', '#fff3df') + dhow(720, 664, 0.55, '#4f2a16', '#ffe9c6'))
  )
}

export function windTower(x: number, base: number, tall: number, wall: string, shade: string): string {
  const slots = [0, 1, 2, 3].map(
    (index) => `<rect x="${x + 9 + index * 16}" y="${base - tall + 16}" width="9" height="64" rx="4"/>`,
  )
  const poles = [0, 1, 2].map(
    (index) => `<rect x="${x - 9}" y="${base - tall + 100 + index * 22}" width="98" height="4"/>`,
  )
  return `<rect x="${x}" y="${base - tall}" width="80" height="${tall + 8}" fill="${wall}"/><rect x="${x - 6}" y="${base - tall - 10}" width="92" height="14" fill="${wall}"/><g fill="${shade}">${slots.join('')}${poles.join('')}</g>`
}

export function oldTown(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const wall = '#e6c494'
  const back = '#cda06c'
  const shade = '#7c5230'
  const house = (x: number, wide: number, tall: number, colour: string) =>
    `<path fill="${colour}" d="M${x} ${groundLine + 10}v${-tall}h${wide}v${tall}z"/>${Array.from({ length: Math.floor(wide / 18) }, (_, index) => `<rect x="${x + index * 18 + 3}" y="${groundLine - tall}" width="9" height="14" fill="${colour}"/>`).join('')}`
  const gate = arch(560, groundLine + 10, 96, 150, shade) + arch(572, groundLine + 10, 72, 124, '#4a2d18')
  const openings = [150, 232, 760, 850, 1010].map((x) => arch(x, groundLine - 40, 36, 62, shade))
  return (
    sun(palette, seeded.between(300, 860), 260, 80) +
    layer(
      house(-10, 300, 150, back) +
        windTower(90, 480, 190, back, shade) +
        house(840, 380, 170, back) +
        windTower(980, 460, 200, back, shade),
    ) +
    layer(
      windTower(300, groundLine, 330, wall, shade) +
        windTower(820, groundLine, 300, wall, shade) +
        house(110, 260, 160, wall) +
        house(430, 350, 210, wall) +
        house(720, 400, 140, wall) +
        gate +
        openings.join(''),
    ) +
    palmTree(seeded, 60, 632, 1.15, '#3c6b4a', '#6a4526') +
    palmTree(seeded, 1120, 636, 1.35, '#3c6b4a', '#6a4526') +
    (extras.includes('creek')
      ? water(seeded, 628, palette.water) + dhow(330, 706, 1.05, '#4f2a16', '#fff3df') + abra(820, 700)
      : ridge(seeded, 668, 18, '#d9b078') + camel(740, 668, 1.3, '#4a2d18') + ridge(seeded, 724, 22, '#b98550'))
  )
}

const abra = (x: number, y: number) =>
  place(
    x,
    y,
    1.1,
    '<ellipse cx="0" cy="36" rx="120" ry="7" fill="#000" opacity="0.16"/><path d="M-120 0c40 14 200 14 240-4c-8 30-24 40-50 40H-70c-26 0-42-12-50-36z" fill="#5a3018"/><path d="M-76-54h152v10H-76z" fill="#fff3df"/><path d="M-66-46h5V4h-5zM62-46h5V4h-5zM-4-46h5V6h-5z" fill="#5a3018"/>',
  )

export function museum(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  if (extras.includes('dome')) return latticeDome(seeded, palette)
  const ring =
    '<path fill-rule="evenodd" d="M600 168c140 0 240 108 240 240s-104 214-240 214s-240-82-240-214s100-240 240-240zM624 262c-96-8-142 70-142 148s50 134 128 134s124-62 124-142s-42-134-110-140z"'
  const script = seeded.repeat(15, (index) => {
    const angle = -2.7 + index * 0.37
    const x = 602 + Math.cos(angle) * 186
    const y = 400 + Math.sin(angle) * 178
    const turn = (angle * 180) / Math.PI + 90
    return `<path transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn.toFixed(0)})" d="M-26 0c10-18 20-18 26 0s18 14 24-6" fill="none" stroke="${palette.glow}" stroke-width="6" stroke-linecap="round" opacity="0.9"/>`
  })
  return (
    sun(palette, seeded.between(180, 320), 240, 66) +
    clouds(seeded, 4, 80, 280, palette.sun) +
    `<g opacity="0.6">${city(seeded, palette.far, [110, 300], { gap: 20 })}</g>` +
    layer(`${ring} fill="${palette.mid}"/>`) +
    `${ring} fill="#fff" opacity="0.14" transform="translate(-10 -8) scale(1.0)"/>` +
    script +
    layer('<path d="M170 660c120-90 250-110 430-110s330 30 430 110z" fill="#4d8a5b"/>') +
    layer('<path d="M60 720c180-90 340-112 540-112s380 40 560 112v80H60z" fill="#35704a"/>') +
    ridge(seeded, 730, 16, '#234f38')
  )
}

function latticeDome(seeded: Seeded, palette: Palette): string {
  let holes = ''
  for (let x = 210; x < 1000; x += 62) {
    const lift = Math.sin(((x - 180) / 840) * Math.PI)
    for (let row = 0; row < 3; row++)
      holes += khatam(x + (row % 2) * 30, 470 - lift * (60 + row * 42) + 24, 22, palette.glow, 0.75, 3)
  }
  const halls = seeded.repeat(9, (index) => {
    const tall = seeded.between(60, 130)
    return `<rect x="${140 + index * 104}" y="${(632 - tall).toFixed(0)}" width="96" height="${tall.toFixed(0)}"/>`
  })
  return (
    sun(palette, seeded.between(300, 900), 190, 64) +
    clouds(seeded, 3, 80, 220, palette.sun) +
    `<path d="M140 500h920L980 640H220z" fill="${palette.glow}" opacity="0.35"/>` +
    layer(`<g fill="#fbf6ea">${halls}</g>`) +
    layer(
      `<path d="M90 500C210 330 420 270 600 270s390 60 510 230c-160-40-340-56-510-56s-350 16-510 56z" fill="${palette.mid}"/>`,
    ) +
    holes +
    water(seeded, 634, palette.water) +
    glitter(seeded, 600, 634, palette.glow)
  )
}

export function mosque(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const white = extras.includes('night') ? '#cfd6f2' : '#fffaf0'
  const shade = palette.far
  const arcade = Array.from({ length: 11 }, (_, index) => arch(78 + index * 96, 632, 62, 96, shade)).join('')
  const gold = '#e7b84e'
  return (
    (extras.includes('night')
      ? stars(seeded, 70) + crescent(860, 150, 52, palette.sun)
      : sun(palette, seeded.between(760, 940), 250, 76)) +
    (extras.includes('night') ? '' : clouds(seeded, 3, 90, 240)) +
    minaret(120, 632, 430, white, gold, shade) +
    minaret(1080, 632, 430, white, gold, shade) +
    layer(
      dome(330, 480, 84, white, gold) +
        dome(870, 480, 84, white, gold) +
        `<rect x="230" y="476" width="740" height="160" fill="${white}"/>`,
    ) +
    layer(`<rect x="478" y="392" width="244" height="40" fill="${white}"/>${dome(600, 396, 132, white, gold)}`) +
    `<rect x="478" y="398" width="244" height="8" fill="${shade}" opacity="0.6"/>` +
    layer(`<rect x="40" y="512" width="1120" height="124" fill="${white}"/>`) +
    `<rect x="40" y="520" width="1120" height="6" fill="${gold}" opacity="0.9"/>` +
    arcade +
    water(seeded, 634, palette.water) +
    `<g opacity="0.22" transform="matrix(1 0 0 -0.42 0 900)">${dome(600, 396, 132, '#fff', gold)}<rect x="40" y="392" width="1120" height="240" fill="#fff"/></g>`
  )
}

export function fountain(seeded: Seeded, palette: Palette): string {
  const jets = Array.from({ length: 19 }, (_, index) => {
    const x = 150 + index * 50
    const tall = 90 + 190 * Math.abs(Math.sin(index * 0.52)) + (index === 9 ? 60 : 0)
    return `<path d="M${x - 3} 660C${x - 5} ${660 - tall * 0.7} ${x - 16} ${660 - tall} ${x} ${660 - tall - 16}C${x + 16} ${660 - tall} ${x + 5} ${660 - tall * 0.7} ${x + 3} 660z"/>`
  })
  return (
    stars(seeded, 90) +
    crescent(210, 140, 46, palette.sun) +
    `<g opacity="0.6">${city(seeded, palette.far, [140, 330], { light: palette.glow })}</g>` +
    layer(needle(600, 640, 0.94, palette.mid, palette.glow)) +
    layer(
      city(seeded, palette.near, [60, 150], { light: palette.glow, gap: 60, to: 420 }) +
        city(seeded, palette.near, [60, 150], { light: palette.glow, gap: 60, from: 780 }),
    ) +
    water(seeded, 640, palette.water) +
    `<g fill="#fff3d2" opacity="0.86">${jets.join('')}</g>` +
    `<g fill="${palette.glow}" opacity="0.4">${seeded.repeat(26, () => `<circle cx="${seeded.between(140, 1070).toFixed(0)}" cy="${seeded.between(380, 640).toFixed(0)}" r="${seeded.between(1.5, 4).toFixed(1)}"/>`)}</g>` +
    glitter(seeded, 600, 652, palette.glow)
  )
}
