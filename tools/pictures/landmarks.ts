// Landmarks of countries. Each stands at the right of the sheet on the line y = 650.

import type { Palette } from './palettes.ts'
import { arch, city, clouds, dhow, layer, needle, palmTree, peaks, place, plane, sailHotel, sheet } from './pieces.ts'
import { windTower } from './scenes/cities.ts'
import type { Seeded } from './seeded.ts'

const base = 650
const sea = ({ water }: Palette) => `<rect y="600" width="${sheet.width}" height="60" fill="${water}"/>`

const merlons = (x: number, y: number, wide: number) =>
  Array.from(
    { length: Math.floor(wide / 26) },
    (_, index) => `<rect x="${x + 5 + index * 26}" y="${y - 18}" width="16" height="22" rx="6" fill="#d9b078"/>`,
  ).join('')

/** A round fort tower with battlements, on x = 0. */
function drum(wide: number, tall: number, foot: number): string {
  const top = foot - tall
  const rim = wide * 0.46
  const bow = wide * 0.07
  const slits = [-0.3, 0, 0.3].map((share) =>
    arch(wide * share - 9, top + 104 - bow * (1 - Math.abs(share) * 2), 18, 40, '#7c5230'),
  )
  const battlements = Array.from({ length: 7 }, (_, index) => {
    const share = index / 3 - 1
    const size = 22 - Math.abs(share) * 6
    const y = top - bow * (1 - share * share) - size
    return `<rect x="${Math.sin(share * 1.4) * rim * 0.94 - size / 2}" y="${y}" width="${size}" height="${size + 12}" rx="6" fill="#e6c494"/>`
  })
  return layer(
    `${battlements.join('')}<path d="M${-wide / 2} ${foot}L${-rim} ${top}Q0 ${top - bow * 2} ${rim} ${top}L${wide / 2} ${foot}z" fill="#e6c494"/><path d="M${rim * 0.34} ${foot}V${top - bow}Q${rim * 0.7} ${top - bow * 0.6} ${rim} ${top}L${wide / 2} ${foot}z" fill="#b98550" opacity="0.32"/><path d="M${rim * 0.72} ${foot}V${top - bow * 0.5}L${rim} ${top}L${wide / 2} ${foot}z" fill="#8d5c34" opacity="0.3"/><path d="M${-rim} ${top + 34}Q0 ${top + 34 - bow * 2} ${rim} ${top + 34}" fill="none" stroke="#b98550" stroke-width="7"/>${slits.join('')}`,
  )
}

export const fort = (x: number, foot: number) =>
  place(x - 150, 0, 1, drum(150, 190, foot)) +
  layer(
    `${merlons(x - 110, foot - 130, 380)}<path d="M${x - 110} ${foot}v-130h380v130z" fill="#d9b078"/>${arch(x + 150, foot, 66, 96, '#6b4426')}`,
  ) +
  place(x, 0, 1, drum(250, 310, foot))

const oman = (seeded: Seeded, palette: Palette) =>
  peaks(seeded, base, 360, palette.far, palette.sun) +
  fort(830, base) +
  palmTree(seeded, 1130, base + 4, 1.3, '#3c6b4a', '#6a4526')

const turbine = (x: number, y: number, turn: number) =>
  place(
    x,
    y,
    1,
    `<circle r="29" fill="none" stroke="#fffaf0" stroke-width="2" opacity="0.5"/>${[0, 120, 240].map((angle) => `<path d="M-3 0h6l-2-29h-2z" transform="rotate(${angle})" fill="#fffaf0"/>`).join('')}<circle r="6" fill="#fffaf0"/>`,
    turn,
  )

const bahrain = (seeded: Seeded, palette: Palette) => {
  const sail = 'M0 0V-430C70-330 112-170 116 0z'
  const bridges = [0, 1, 2].map(
    (index) =>
      `<rect x="800" y="${424 - index * 68}" width="130" height="10" fill="${palette.mid}"/>${turbine(865, 428 - index * 68, index * 34)}`,
  )
  return (
    `<g opacity="0.6">${city(seeded, palette.far, [100, 240], { gap: 20, base })}</g>` +
    bridges.join('') +
    layer(
      `<path d="${sail}" fill="${palette.near}" transform="translate(910 ${base})"/><path d="${sail}" fill="${palette.near}" transform="translate(820 ${base}) scale(-1 1)"/>`,
    ) +
    layer(
      `<path fill-rule="evenodd" d="M600 ${base}V500h110v-36h310v36h110v150zM812 ${base}v-80c0-66 106-66 106 0v80z" fill="#fff3df"/><path d="M690 492h350v10H690zM588 500h120v10H588zM1022 500h120v10h-120z" fill="#d9b078"/>${[622, 666, 742, 956, 1040, 1084].map((x) => arch(x, 620, 30, 70, '#a8632c')).join('')}`,
    )
  )
}

const pencil = (x: number, tall: number, colour: string) =>
  `<path d="M${x - 9} ${base}v${-tall}l9-70l9 70v${tall}z" fill="${colour}"/><path d="M${x - 15} ${base - tall * 0.62}h30v8h-30zM${x - 14} ${base - tall * 0.92}h28v8h-28z" fill="${colour}"/>`

const half = (x: number, y: number, radius: number) =>
  `<path d="M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${radius * 2} 0z"/><rect x="${x - 2}" y="${y - radius - 20}" width="4" height="22"/>`

const istanbul = (_: Seeded, palette: Palette) =>
  layer(
    `<path d="M0 ${base}v-90c200-70 420-100 700-90s380 40 520 20v160z" fill="${palette.far}"/><g fill="${palette.far}"><rect x="508" y="410" width="64" height="130"/><path d="M498 414l42-84l42 84z"/></g>`,
  ) +
  pencil(690, 340, palette.mid) +
  pencil(1010, 340, palette.mid) +
  layer(
    `<g fill="${palette.mid}">${half(850, 410, 100)}<rect x="744" y="404" width="212" height="60"/>${half(740, 482, 62)}${half(960, 482, 62)}${half(850, 480, 84)}<rect x="670" y="476" width="360" height="180"/>${half(690, 540, 44)}${half(1010, 540, 44)}<rect x="630" y="536" width="440" height="120"/></g><g fill="${palette.glow}">${[664, 724, 784, 844, 904, 964, 1024].map((x) => arch(x, 600, 22, 44, palette.glow)).join('')}</g>`,
  ) +
  layer(pencil(612, 400, palette.near) + pencil(1090, 400, palette.near)) +
  sea(palette) +
  ferry(1040, 628)

const ferry = (x: number, y: number) =>
  place(
    x,
    y,
    0.8,
    '<path d="M-120 0H130l-24 30h-86c-60 0-110-2-140-30z" fill="#2b3350"/><path d="M-96-30H90v30H-96z" fill="#fffaf0"/><path d="M-60-56H60v28H-60z" fill="#fffaf0"/><path d="M-84-22H80v10H-84z" fill="#2b3350"/><path d="M0-92h26v38H0z" fill="#c8322c"/>',
  )

/** A tower in the shape of a flame, on x = 0; `id` names its outline. */
const flame = (id: string, { mid, glow }: Palette) => {
  const shape = 'M-66 0C-104-150-44-270 34-420C44-300 104-170 72 0z'
  const lines = Array.from({ length: 15 }, (_, index) => `<path d="M-110 ${-20 - index * 26}h220v5h-220z"/>`)
  return `<clipPath id="${id}"><path d="${shape}"/></clipPath>${layer(`<path d="${shape}" fill="${mid}"/>`)}<g clip-path="url(#${id})"><path d="M-10 0C-40-160 0-280 34-420C20-280 60-160 40 0z" fill="${glow}" opacity="0.75"/><g fill="#fff" opacity="0.25">${lines.join('')}</g></g>`
}

const baku = (seeded: Seeded, palette: Palette) =>
  layer(`<path d="M0 ${base}v-60c240-20 420-90 640-96s420 30 580 10v146z" fill="${palette.far}"/>`) +
  place(870, 560, 1, `<g transform="scale(-1 1)">${flame('middle', palette)}</g>`) +
  place(730, 570, 0.86, flame('left', palette)) +
  place(1010, 566, 0.9, flame('right', palette)) +
  city(seeded, palette.near, [24, 76], { light: palette.glow, gap: 24, from: 470, base: 606 }) +
  sea(palette)

const riyadh = (x: number, colour: string, shine: string) =>
  layer(
    `<g transform="translate(${x} ${base})"><path fill-rule="evenodd" d="M-74 0C-84-180-72-350-60-470H60C72-350 84-180 74 0zM-40-462C-40-370-24-336 0-336S40-370 40-462z" fill="${colour}"/><path d="M10-320C40-330 52-370 54-462C70-330 80-160 74 0H20z" fill="${shine}" opacity="0.3"/></g>`,
  )

const saudi = (seeded: Seeded, palette: Palette) =>
  peaks(seeded, base, 330, palette.far, palette.sun) +
  `<g opacity="0.7">${city(seeded, palette.far, [60, 170], { gap: 50, from: 500, base })}</g>` +
  riyadh(800, palette.near, palette.glow) +
  palmTree(seeded, 1010, base + 10, 1.15, '#3c6b4a', '#6a4526') +
  palmTree(seeded, 1120, base + 10, 1.5, '#2b6b4a', '#6a4526')

const towers = (seeded: Seeded, palette: Palette) =>
  `<g opacity="0.55">${city(seeded, palette.far, [140, 310], { gap: 12, base })}</g>` +
  layer(needle(800, base, 0.88, palette.near, palette.glow)) +
  layer(city(seeded, palette.mid, [60, 170], { light: palette.glow, gap: 46, from: 460, base }))

const sail = (seeded: Seeded, palette: Palette) =>
  clouds(seeded, 3, 90, 260) +
  `<g opacity="0.6">${city(seeded, palette.far, [70, 190], { gap: 20, base: 604 })}</g>` +
  sea(palette) +
  layer(`<path d="M700 ${base}c60-40 420-40 520-20v40H700z" fill="#f4dcae"/>`) +
  layer(sailHotel(800, 628, 1.35, '#fffaf0', palette.far)) +
  palmTree(seeded, 1080, base, 1.3, '#1f6b54', '#7c5230')

const creek = (seeded: Seeded, palette: Palette) =>
  layer(windTower(1040, 604, 260, '#cda06c', '#7c5230')) +
  layer(
    `${windTower(720, 604, 330, '#e6c494', '#7c5230')}<path d="M520 610V460h360v150zM860 610V490h360v120z" fill="#e6c494"/>${[550, 640, 830, 920, 1010, 1110].map((x) => arch(x, 590, 36, 66, '#7c5230')).join('')}`,
  ) +
  sea(palette) +
  dhow(960, 612, 0.85, '#4f2a16', '#fff3df') +
  palmTree(seeded, 1170, 612, 1.1, '#3c6b4a', '#6a4526')

const frame = (seeded: Seeded, palette: Palette) =>
  `<g opacity="0.6">${city(seeded, palette.far, [100, 260], { gap: 24, base })}</g>` +
  layer(city(seeded, palette.mid, [50, 130], { light: palette.glow, gap: 60, from: 460, base })) +
  layer(
    `<path fill="#e7b84e" fill-rule="evenodd" d="M730 ${base}V210h230v440h-38V248H768v402z"/><path fill="#fff3c9" opacity="0.6" d="M742 ${base}V222h206v6H748v422z"/>`,
  ) +
  palmTree(seeded, 1070, base + 6, 1.2, palette.near)

const stopover = (seeded: Seeded, palette: Palette) =>
  towers(seeded, palette) + plane(980, 150, 0.8, -12, '#fffaf0', palette.mid)

export const landmarks = { oman, bahrain, istanbul, baku, saudi, towers, sail, creek, frame, stopover } as const
