// Places that one item is about: a fort, fjords, tombs, a street of kitchens, a fair, a surf park.

import { fort } from '../landmarks.ts'
import type { Palette } from '../palettes.ts'
import {
  arch,
  city,
  clouds,
  crescent,
  dhow,
  dome,
  glitter,
  layer,
  palmTree,
  peaks,
  place,
  ridge,
  sheet,
  stars,
  sun,
  water,
  wheel,
} from '../pieces.ts'
import type { Seeded } from '../seeded.ts'
import { windTower } from './cities.ts'

const { width, height } = sheet

export const mountainFort = (seeded: Seeded, palette: Palette) =>
  sun(palette, Math.round(seeded.between(860, 1000)), 230, 76) +
  clouds(seeded, 3, 90, 230, palette.sun) +
  peaks(seeded, 600, 400, palette.far, palette.sun) +
  peaks(seeded, 620, 230, palette.mid, palette.far) +
  ridge(seeded, 610, 20, '#cf9a5f') +
  place(-160, -160, 1.25, fort(590, 640)) +
  ridge(seeded, 660, 26, '#5f8f5a') +
  [60, 180, 940, 1050, 1150]
    .map((x, index) => palmTree(seeded, x, 748 + (index % 2) * 20, 1 + (index % 3) * 0.25, '#2b6b4a', '#6a4526'))
    .join('') +
  ridge(seeded, 762, 14, '#35704a')

/** A steep wall of rock that reaches into the sheet from the left (1) or the right (-1). */
const cliff = (side: 1 | -1, [reach, top, foot]: readonly [number, number, number], colour: string) => {
  const edge = side === 1 ? 0 : width
  const x = (share: number) => edge + side * reach * share
  const bands = [0.3, 0.5, 0.7].map(
    (share) =>
      `<path d="M${edge} ${top + (foot - top) * share}L${x(0.42 + share * 0.46)} ${top + (foot - top) * (share + 0.06)}" stroke="#000" stroke-opacity="0.14" stroke-width="7"/>`,
  )
  return layer(
    `<path d="M${edge} ${foot}V${top}L${x(0.22)} ${top - 34}L${x(0.36)} ${top + 26}L${x(0.6)} ${top + 60}L${x(0.72)} ${top + (foot - top) * 0.5}L${x(0.9)} ${top + (foot - top) * 0.62}L${x(1)} ${foot}z" fill="${colour}"/>${bands.join('')}`,
  )
}

const dolphin = (x: number, y: number, scale: number) =>
  place(
    x,
    y,
    scale,
    '<path d="M-90 20C-60-50 20-70 74-18l26 4l-22 12C40-8-10-8-44 22l8 26l-26-16l-34 8z" fill="#21496a"/><path d="M-8-46c6-18 18-26 34-28c-6 12-6 22 0 36z" fill="#21496a"/><path d="M70-8C36-12-8-8-44 22C-10 6 36 0 70-8z" fill="#cfe3e4"/><ellipse cx="-70" cy="52" rx="46" ry="8" fill="#fff" opacity="0.6"/>',
  )

export const fjord = (seeded: Seeded, palette: Palette) =>
  sun(palette, 610, 260, 76) +
  clouds(seeded, 3, 80, 220) +
  peaks(seeded, 560, 250, palette.far, palette.sun) +
  cliff(1, [480, 270, 600], palette.mid) +
  cliff(-1, [500, 230, 600], palette.mid) +
  water(seeded, 560, palette.water, 50) +
  glitter(seeded, 610, 560, palette.glow) +
  cliff(1, [330, 360, 660], palette.near) +
  cliff(-1, [270, 330, 650], palette.near) +
  dhow(560, 640, 1.25, '#4f2a16', '#fff3df') +
  dolphin(860, 710, 0.75) +
  dolphin(960, 738, 0.55)

/** A tomb front cut into a rock, with steps at the top. */
const tombFront = (x: number, foot: number, scale: number) => {
  const steps = [0, 1, 2, 3].map((index) => {
    const tall = 72 - index * 18
    return `<path d="M${-92 + index * 22}-304h20v-${tall}h-20zM${72 - index * 22}-304h20v-${tall}h-20z"/>`
  })
  return place(
    x,
    foot,
    scale,
    `<path d="M-110 0V-386H110V0z" fill="#8a4f2a"/><g fill="#e3b07a">${steps.join('')}<path d="M-100-304h200v14h-200zM-100-276h200v10h-200zM-100-250h26V0h-26zM74-250h26V0H74zM-46-250h20V0h-20zM26-250h20V0H26z" /><path d="M-74-250H74V0H-74z" fill="#c98a55"/><path d="M-62-226L0-262l62 36v10H-62z"/></g><path d="M-34 0v-190h68V0z" fill="#5d2f14"/><path d="M-44-200h88v12h-88z" fill="#e3b07a"/>`,
  )
}

export const rockTomb = (seeded: Seeded, palette: Palette) =>
  sun(palette, Math.round(seeded.between(900, 1010)), 220, 78) +
  layer(
    '<path d="M-10 700V430c40-60 90-50 120-110c50-30 100 0 130 60c40 20 60 60 70 120v200zM930 700V470c20-60 60-60 80-90c60-30 120 10 140 40s50 20 60 40v240z" fill="#d9a56c"/>',
  ) +
  layer(
    '<path d="M300 680V400C310 300 350 250 380 190C430 110 520 90 600 96c90 0 150 30 190 90c50 60 70 120 90 200c20 40 20 110 24 294z" fill="#c98a55"/><path d="M300 680V400C310 300 350 250 380 190c16-26 36-46 60-60c-50 90-80 190-84 300v250zM800 680c10-180 0-320-60-440c70 40 110 130 140 146c20 40 20 110 24 294z" fill="#a8632c" opacity="0.5"/>',
  ) +
  tombFront(600, 670, 1.2) +
  ridge(seeded, 664, 18, '#e0b077') +
  palmTree(seeded, 210, 700, 1.2, '#3c6b4a', '#6a4526') +
  ridge(seeded, 726, 22, '#b98550')

const awning = (x: number, colours: readonly [string, string]) => {
  const strips = Array.from(
    { length: 8 },
    (_, index) => `<path d="M${x + index * 40} 250h40v84a20 20 0 0 1-40 0z" fill="${colours[index % 2]}"/>`,
  )
  return layer(strips.join(''))
}

const lantern = (x: number, y: number, glow: string) =>
  `<circle cx="${x}" cy="${y + 34}" r="64" fill="${glow}" opacity="0.16"/><path d="M${x - 2} ${y - 40}h4v44h-4zM${x - 18} ${y + 4}h36l8 26l-14 34h-24l-14-34z" fill="#5d2f14"/><path d="M${x - 12} ${y + 12}h24l6 18l-10 26h-16l-10-26z" fill="${glow}"/>`

const bowl = (x: number, y: number, spice: string) =>
  `<path d="M${x - 52} ${y}C${x - 30} ${y - 54} ${x - 8} ${y - 70} ${x} ${y - 72}C${x + 8} ${y - 70} ${x + 30} ${y - 54} ${x + 52} ${y}z" fill="${spice}"/><path d="M${x - 62} ${y - 4}h124c0 40-26 60-40 62h-44c-14-2-40-22-40-62z" fill="#8d4227"/><path d="M${x - 62} ${y - 4}h124l-3 14h-118z" fill="#b4632f"/>`

const teapot = (x: number, y: number) =>
  place(
    x,
    y,
    1.2,
    '<path d="M-8-150c-14-20 14-30 0-54M16-150c-14-20 14-30 0-54" stroke="#fff" stroke-width="6" fill="none" opacity="0.55" stroke-linecap="round"/><path d="M-46 50C-70-10-40-60-22-76h48c18 16 48 66 24 126z" fill="#e7b84e"/><path d="M-26-80h56l-20-26H-6z" fill="#c9942f"/><circle cx="2" cy="-112" r="9" fill="#c9942f"/><path d="M-50 10c-40-6-50-40-66-60h18c12 18 24 30 44 34z" fill="#e7b84e"/><path d="M50-40c44-6 50 60 2 66" fill="none" stroke="#c9942f" stroke-width="11"/>',
  )

const breads = (x: number, y: number) =>
  [0, 1, 2, 3]
    .map(
      (index) =>
        `<ellipse cx="${x + (index % 2) * 8}" cy="${y - index * 17}" rx="86" ry="22" fill="#b4632f"/><ellipse cx="${x + (index % 2) * 8}" cy="${y - 6 - index * 17}" rx="86" ry="20" fill="#eebf7a"/>`,
    )
    .join('')

export const souk = (seeded: Seeded, palette: Palette) =>
  sun(palette, Math.round(seeded.between(560, 640)), 300, 70) +
  layer(windTower(400, 660, 370, '#cda06c', '#7c5230') + windTower(690, 660, 310, '#cda06c', '#7c5230')) +
  layer('<path d="M-10 660V150h330v510zM880 660V130h330v530z" fill="#8d5c34"/>') +
  layer('<path d="M-10 660V300h260v360zM950 660V300h260v360z" fill="#4a2d18"/>') +
  awning(-20, ['#b4322c', '#fff3df']) +
  awning(900, ['#1f6b54', '#fff3df']) +
  `<path d="M300 120C420 220 780 220 900 110" fill="none" stroke="#4a2d18" stroke-width="4"/>` +
  [380, 520, 680, 820].map((x, index) => lantern(x, [206, 236, 236, 200][index] ?? 220, palette.glow)).join('') +
  lantern(120, 420, palette.glow) +
  lantern(1080, 420, palette.glow) +
  layer('<path d="M-10 650h1220v160H-10z" fill="#6a3a1f"/>') +
  '<path d="M-10 650h1220v14H-10z" fill="#a8632c"/>' +
  [
    [96, '#c8322c'],
    [238, '#e3a52c'],
    [980, '#7a5a2a'],
    [1116, '#d8702f'],
  ]
    .map(([x, spice]) => bowl(Number(x), 664, String(spice)))
    .join('') +
  breads(450, 712) +
  teapot(690, 668) +
  [800, 858]
    .map(
      (x) =>
        `<path d="M${x - 20} 690h40l-7 42h-26z" fill="#dff1fb"/><path d="M${x - 17} 700h34l-5 30h-24z" fill="#c9782f"/>`,
    )
    .join('')

const firework = (seeded: Seeded, radius: number, colour: string) =>
  Array.from({ length: 18 }, (_, index) => {
    const far = radius * seeded.between(0.8, 1.05)
    const turn = index * 20
    return `<g transform="rotate(${turn})"><path d="M0 ${(-far * 0.3).toFixed(0)}V${(-far).toFixed(0)}" stroke="${colour}" stroke-width="4" stroke-linecap="round" opacity="0.8"/><circle cy="${(-far - 10).toFixed(0)}" r="5" fill="${colour}"/></g>`
  }).join('')

const stall = (x: number, colours: readonly [string, string], glow: string) =>
  `<path d="M${x - 70} 690v-84h140v84z" fill="#2a2450"/><path d="M${x - 60} 690v-62h120v62z" fill="${glow}" opacity="0.85"/><path d="M${x - 90} 612L${x - 50} 560H${x + 50}L${x + 90} 612z" fill="${colours[0]}"/><path d="M${x - 32} 612L${x - 18} 560h36L${x + 32} 612z" fill="${colours[1]}"/>`

export const fair = (seeded: Seeded, palette: Palette) =>
  stars(seeded, 60) +
  crescent(110, 130, 44, palette.sun) +
  place(300, 180, 1, firework(seeded, 120, '#ffd27a')) +
  place(560, 120, 1, firework(seeded, 80, '#f08a8a')) +
  place(700, 250, 1, firework(seeded, 64, '#8fd0e8')) +
  wheel(970, 360, 200, '#6a7fd0', palette.glow) +
  layer(pavilions(palette.glow)) +
  layer(`<rect y="650" width="${width}" height="${height - 650}" fill="${palette.near}"/>`) +
  [110, 330, 550, 770, 1010]
    .map((x, index) => stall(x, [['#c8322c', '#e3a52c', '#1f8a6b'][index % 3] ?? '#c8322c', '#fff3df'], palette.glow))
    .join('') +
  `<path d="M0 690h${width}v8H0z" fill="${palette.glow}" opacity="0.5"/>` +
  glitter(seeded, 600, 690, palette.glow)

/** A domed hall, a gabled hall and a gate with three towers. */
const pavilions = (glow: string) =>
  `<rect x="110" y="430" width="210" height="230" fill="#7a4a9a"/>${dome(215, 434, 92, '#7a4a9a', glow)}<path d="M350 660V440h190v220zM330 446l115-100l115 100z" fill="#a0527c"/><path d="M590 660V380h34v-44l20-30l20 30v84h56v-84l20-30l20 30v44h34v280z" fill="#4a5fb0"/>` +
  `<g fill="${glow}">${[126, 176, 226, 276].map((x) => arch(x, 540, 30, 60, glow)).join('')}<path d="M372 470h36v54h-36zM428 470h36v54h-36zM484 470h36v54h-36z"/>${arch(652, 560, 80, 110, glow)}<path d="M110 552h210v6H110zM350 540h190v6H350zM590 440h204v6H590z" opacity="0.7"/></g>`

/** A straight slide in lanes, down from its tower into the pool. */
const raceSlide = (near: string) => {
  const lanes = ['#1f8a6b', '#2563eb', '#f6c667', '#e0562f'].map((colour, index) => {
    const x = 330 - index * 36
    const foot = 580 + index * 22
    return `<path d="M${x} 206C${x + 170} 290 ${x + 190} 470 ${x + 350} ${foot - 44}S${x + 560} ${foot} ${x + 640} ${foot + 4}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="42" stroke-linecap="round"/><path d="M${x} 206C${x + 170} 290 ${x + 190} 470 ${x + 350} ${foot - 44}S${x + 560} ${foot} ${x + 640} ${foot + 4}" fill="none" stroke="${colour}" stroke-width="36" stroke-linecap="round"/>`
  })
  return (
    `<g fill="${near}"><rect x="180" y="190" width="16" height="460"/><rect x="340" y="190" width="16" height="460"/><path d="M190 300l156 120v16L190 316zM346 300L190 420v16l156-120z"/></g>` +
    layer(lanes.join('')) +
    layer(
      '<path d="M160 196h240v24H160z" fill="#7c5230"/><path d="M170 130l108-66l108 66z" fill="#2563eb"/><path d="M186 130h10v70h-10zM360 130h10v70h-10z" fill="#7c5230"/>',
    )
  )
}

/** A wave that curls to the right, with a board on it. */
const surfWave = () =>
  layer(
    '<path d="M-10 810V700C80 650 200 560 340 540C440 526 520 560 530 620C500 590 440 590 430 630C426 690 560 720 700 724S1000 710 1210 740v70z" fill="#4fb4cc"/>',
  ) +
  '<path d="M-10 716C80 664 200 574 340 554C420 544 490 556 530 620C500 520 400 512 330 526C190 550 80 640-10 690z" fill="#fff" opacity="0.9"/>' +
  '<path d="M40 760C150 700 240 640 340 620M120 790C220 730 300 690 400 680" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.5"/>' +
  place(
    250,
    690,
    1,
    '<path d="M-130 0C-80-30 70-34 140 0C70 28-80 26-130 0z" fill="#e0562f"/><path d="M-124 0H132" stroke="#fff3df" stroke-width="7"/>',
    -30,
  )

export const surfPark = (seeded: Seeded, palette: Palette) =>
  sun(palette, Math.round(seeded.between(820, 960)), 200, 76) +
  clouds(seeded, 3, 90, 260) +
  `<g opacity="0.5">${city(seeded, palette.far, [60, 190])}</g>` +
  palmTree(seeded, 80, 640, 1.5, '#1f6b54', '#7c5230') +
  palmTree(seeded, 1090, 640, 1.6, '#1f6b54', '#7c5230') +
  water(seeded, 620, palette.water, 40) +
  raceSlide(palette.near) +
  seeded.repeat(
    14,
    () =>
      `<circle cx="${seeded.between(850, 1030).toFixed(0)}" cy="${seeded.between(570, 670).toFixed(0)}" r="${seeded.between(5, 14).toFixed(1)}" fill="#fff" opacity="0.85"/>`,
  ) +
  surfWave()
