// Outdoor scenes: dunes, beach, mountains, gardens, water slides, under water, thrill rides.

import type { Palette } from '../palettes.ts'
import {
  camel,
  city,
  cloud,
  clouds,
  crescent,
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
  yacht,
} from '../pieces.ts'
import type { Seeded } from '../seeded.ts'
import { mountainRoad } from './roads.ts'

const { width, height } = sheet

const balloon = (x: number, y: number, scale: number, colours: readonly [string, string]) =>
  place(
    x,
    y,
    scale,
    `<path d="M0-110c62 0 100 44 100 96c0 52-52 92-76 132h-48C-48 78-100 38-100-14c0-52 38-96 100-96z" fill="${colours[0]}"/><path d="M0-110c26 0 42 44 42 96c0 52-20 92-30 132h-24c-10-40-30-80-30-132c0-52 16-96 42-96z" fill="${colours[1]}"/><path d="M-20 118l6 34M20 118l-6 34" stroke="#5d2f14" stroke-width="3"/><rect x="-20" y="150" width="40" height="30" rx="5" fill="#5d2f14"/>`,
  )

const jeep = (x: number, y: number, scale: number, turn: number) =>
  place(
    x,
    y,
    scale,
    '<path d="M-110 10v-40l40-8l24-44h96l34 44l34 6v42z" fill="#fffaf0"/><path d="M-56-40l18-32h34v32zM8-72h38l24 32H8z" fill="#3b4fa8"/><rect x="-60" y="-92" width="110" height="7" rx="3" fill="#4a2d18"/><circle cx="-62" cy="14" r="27" fill="#2a1a10"/><circle cx="-62" cy="14" r="11" fill="#d9c6a6"/><circle cx="66" cy="14" r="27" fill="#2a1a10"/><circle cx="66" cy="14" r="11" fill="#d9c6a6"/>',
    turn,
  )

const tent = (x: number, y: number, scale: number, glow: string) =>
  place(
    x,
    y,
    scale,
    `<path d="M-150 0L-70-92L0-64L70-92L150 0z" fill="#6b2d1c"/><path d="M-44 0L0-64L44 0z" fill="${glow}"/><path d="M-150 0L-70-92l6 4L-120 0zM150 0L70-92l-6 4L120 0z" fill="#8d4227"/>`,
  )

export function desert(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const night = extras.includes('camp')
  const dunes = night ? ['#3d3a6b', '#2b2a55', '#1d1c40', '#131331'] : ['#e0a04f', '#c97a35', '#a85a28', '#7d3f1d']
  const [far, middle, near, front] = dunes as [string, string, string, string]
  const animal = night ? '#0b0b22' : '#3a1d0f'
  const lamps = Array.from({ length: 13 }, (_, index) => {
    const x = 250 + index * 58
    return `<circle cx="${x}" cy="${(500 + Math.sin((index / 12) * Math.PI * 3) * 14).toFixed(0)}" r="5" fill="${palette.glow}"/>`
  })
  return (
    (night
      ? stars(seeded, 130, 460) + crescent(900, 170, 62, palette.sun)
      : sun(palette, Math.round(seeded.between(330, 760)), 330, 92)) +
    (extras.includes('balloons')
      ? balloon(300, 240, 1.1, ['#b4432b', '#f6c667']) +
        balloon(860, 190, 0.78, ['#2563eb', '#ffeecb']) +
        balloon(640, 330, 0.48, ['#0d5845', '#e9dcb4'])
      : '') +
    ridge(seeded, 470, 60, far) +
    ridge(seeded, 548, 70, middle) +
    (night
      ? `<circle cx="560" cy="600" r="330" fill="url(#halo)" opacity="0.5"/>` +
        tent(400, 646, 1.9, palette.glow) +
        tent(790, 652, 1.5, palette.glow) +
        lamps.join('')
      : extras.includes('jeep')
        ? jeep(640, 560, 1.15, -9)
        : camel(520, 570, 0.95, animal) +
          camel(640, 560, 1.12, animal) +
          (extras.includes('caravan') ? camel(410, 582, 0.82, animal) + camel(316, 590, 0.7, animal) : '')) +
    ridge(seeded, 640, 54, near) +
    ridge(seeded, 724, 44, front)
  )
}

export const parasol = (x: number, y: number, scale: number, colours: readonly [string, string]) =>
  place(
    x,
    y,
    scale,
    `<path d="M-3-150h6V30h-6z" fill="#7c5230"/><path d="M-120-120C-90-200 90-200 120-120z" fill="${colours[0]}"/><path d="M-44-120C-36-186 36-186 44-120z" fill="${colours[1]}"/><path d="M-86 34h120l30-34h14l-30 40v16h-8V44H-70v12h-8z" fill="#fffaf0"/>`,
  )

export function island(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const arches =
    '<path fill-rule="evenodd" d="M440 604V420h44v-50h40v-30h56v-60l20-26l20 26v60h56v30h40v50h44v184zM560 604V500c0-70 80-70 80 0v104z"'
  return (
    sun(palette, seeded.between(220, 420), 250, 78) +
    clouds(seeded, 4, 90, 280) +
    (extras.includes('mountains')
      ? peaks(seeded, 604, 330, palette.far, palette.sun) + peaks(seeded, 608, 190, palette.mid, palette.far)
      : '') +
    (extras.includes('hotel')
      ? layer(`${arches} fill="#e8b48c"/>`) + city(seeded, palette.far, [30, 80], { base: 600 })
      : ridge(seeded, 590, 26, palette.far, 320)) +
    water(seeded, 600, palette.water, 46) +
    (extras.includes('yacht') ? yacht(720, 636, 0.9, '#fffaf0', palette.mid) : '') +
    layer(`<path d="M0 ${height}V690c200-50 420 20 640-6s380-50 560-8v124z" fill="#f4dcae"/>`) +
    `<path d="M0 690c200-50 420 20 640-6s380-50 560-8v12c-180-42-340-18-560 8S200 654 0 702z" fill="#fff" opacity="0.75"/>` +
    palmTree(seeded, 150, 736, 2, '#1f6b54', '#7c5230') +
    palmTree(seeded, 270, 752, 1.4, '#2b8264', '#7c5230') +
    (extras.includes('parasol')
      ? parasol(800, 690, 1.25, ['#2563eb', '#fffaf0'])
      : palmTree(seeded, 1040, 752, 1.8, '#1f6b54', '#7c5230'))
  )
}

export function mountains(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const kayak = place(
    620,
    704,
    1.5,
    '<path d="M-110 0c60 22 160 22 220 0c-20 30-60 36-110 36s-90-6-110-36z" fill="#e0562f"/><path d="M-74-48L30 14" stroke="#5d2f14" stroke-width="5"/><path d="M-92-62l30 6l-8 18z" fill="#ffe6a8"/>',
  )
  const house = (x: number, y: number, scale: number) =>
    place(
      x,
      y,
      scale,
      '<path d="M-70 40V-16L0-66l70 50v56z" fill="#8d4227"/><path d="M-84-8L0-70l84 62l-10 10L0-50l-74 52z" fill="#fffaf0"/><path d="M-16 40V0h32v40z" fill="#ffe6a8"/>',
    )
  return (
    sun(palette, seeded.between(420, 860), 250, 74) +
    clouds(seeded, 3, 100, 260) +
    peaks(seeded, 600, 380, palette.far, '#ffffff') +
    peaks(seeded, 620, 270, palette.mid, palette.far) +
    (extras.includes('lake')
      ? layer(`<path d="M0 640c160-50 300-30 420-10s300 0 420-20s240-10 360 20v40H0z" fill="${palette.near}"/>`) +
        water(seeded, 642, palette.water, 40) +
        kayak
      : extras.includes('road')
        ? mountainRoad(seeded, palette)
        : ridge(seeded, 640, 40, '#4d8a5b') +
          house(420, 640, 0.9) +
          house(560, 656, 0.6) +
          ridge(seeded, 712, 34, '#2f6b47') +
          seeded.repeat(22, () => fir(seeded.between(0, width), seeded.between(700, 790), seeded.between(0.6, 1.2))))
  )
}

const fir = (x: number, y: number, scale: number) =>
  place(x, y, scale, '<path d="M0-120l34 54H18l28 46H26l30 40h-112l30-40h-20l28-46h-16z" fill="#1d4a36"/>')

function flower(seeded: Seeded, x: number, y: number, size: number, colour: string): string {
  const petals = Array.from(
    { length: 6 },
    (_, index) =>
      `<ellipse rx="${size * 0.36}" ry="${size * 0.62}" cy="${-size * 0.62}" transform="rotate(${index * 60})"/>`,
  )
  return place(
    x,
    y,
    1,
    `<g fill="${colour}">${petals.join('')}</g><circle r="${size * 0.36}" fill="#ffd27a"/>`,
    Math.round(seeded.between(0, 60)),
  )
}

export function garden(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const colours = extras.includes('lavender')
    ? ['#7a4fb0', '#a87bd1', '#d9b8ee', '#fff3df']
    : ['#d8432f', '#f08a5d', '#f3c04a', '#fff3df', '#c23b78']
  const bed = (count: number, top: number, bottom: number, low: number, high: number) =>
    seeded.repeat(count, () =>
      flower(
        seeded,
        seeded.between(-10, width + 10),
        seeded.between(top, bottom),
        seeded.between(low, high),
        seeded.pick(colours),
      ),
    )
  const bow = (radius: number, colour: string) =>
    `<path d="M${600 - radius} 640a${radius} ${radius * 1.1} 0 0 1 ${radius * 2} 0" fill="none" stroke="${colour}" stroke-width="34"/>`
  const onBow = Array.from({ length: 23 }, (_, index) => {
    const angle = Math.PI + (index / 22) * Math.PI
    return flower(seeded, 600 + Math.cos(angle) * 250, 640 + Math.sin(angle) * 275, 20, seeded.pick(colours))
  })
  return (
    sun(palette, seeded.between(200, 400), 220, 70) +
    clouds(seeded, 4, 80, 260) +
    ridge(seeded, 520, 40, '#8cc084') +
    ridge(seeded, 580, 40, '#5fa56a') +
    layer(`${bow(250, '#2f7a4b')}${bow(330, '#3f8f59')}`) +
    onBow.join('') +
    `<path d="M560 640c-10 60-60 110-170 160h420c-110-50-160-100-170-160z" fill="#f4dcae"/>` +
    layer(
      '<path d="M0 640c160-30 400-20 560 0c-10 60-60 110-170 160H0zM640 640c160-20 400-30 560 0v160H810c-110-50-160-100-170-160z" fill="#35804f"/>',
    ) +
    `<clipPath id="beds"><path d="M0 640c160-30 400-20 560 0c-10 60-60 110-170 160H0zM640 640c160-20 400-30 560 0v160H810c-110-50-160-100-170-160z"/></clipPath><g clip-path="url(#beds)">${bed(70, 645, 700, 8, 14)}${bed(50, 710, 800, 16, 26)}</g>`
  )
}

export function waterPark(seeded: Seeded, palette: Palette): string {
  const slide = (path: string, colour: string, shade: string) =>
    `<path d="${path}" fill="none" stroke="${shade}" stroke-width="52" stroke-linecap="round"/><path d="${path}" fill="none" stroke="${colour}" stroke-width="38" stroke-linecap="round"/><path d="${path}" fill="none" stroke="#dff6ff" stroke-width="14" stroke-linecap="round" stroke-dasharray="60 24" opacity="0.9"/>`
  const mast = (x: number, top: number) =>
    `<rect x="${x}" y="${top}" width="16" height="${650 - top}" fill="${palette.near}"/>`
  const splash = (x: number, y: number) =>
    seeded.repeat(
      16,
      () =>
        `<circle cx="${(x + seeded.between(-90, 90)).toFixed(0)}" cy="${(y - seeded.between(0, 70)).toFixed(0)}" r="${seeded.between(4, 13).toFixed(1)}" fill="#fff" opacity="0.85"/>`,
    )
  return (
    sun(palette, seeded.between(860, 1000), 190, 74) +
    clouds(seeded, 4, 90, 300) +
    `<g opacity="0.5">${city(seeded, palette.far, [60, 190])}</g>` +
    palmTree(seeded, 90, 640, 1.5, '#1f6b54', '#7c5230') +
    palmTree(seeded, 1120, 640, 1.6, '#1f6b54', '#7c5230') +
    mast(310, 120) +
    mast(486, 120) +
    mast(820, 300) +
    mast(640, 420) +
    layer('<path d="M300 200h210v22H300z" fill="#7c5230"/><path d="M290 130l116-70l116 70z" fill="#e0562f"/>') +
    layer(slide('M480 210C700 230 900 280 860 370S520 430 560 520s240 60 330 110', '#2563eb', '#163a9e')) +
    layer(slide('M340 210C180 260 120 360 220 430s220 60 180 140s-120 60-150 70', '#f3a53a', '#b86d18')) +
    water(seeded, 640, palette.water, 60) +
    splash(250, 656) +
    splash(890, 650) +
    place(
      600,
      722,
      1.4,
      '<ellipse rx="70" ry="26" fill="#e0562f"/><ellipse rx="70" ry="26" cy="-6" fill="#f6c667"/><ellipse rx="30" ry="9" cy="-8" fill="#2f6f93"/>',
    )
  )
}

const fish = (x: number, y: number, scale: number, colours: readonly [string, string]) =>
  place(
    x,
    y,
    Math.abs(scale),
    `<g transform="scale(${scale < 0 ? -1 : 1} 1)"><path d="M-70 0C-40-44 30-44 66 0C30 44-40 44-70 0zM56 0l50-36v72z" fill="${colours[0]}"/><path d="M-20-34c20 20 20 48 0 68c14 0 26-4 34-10c12-18 12-30 0-48c-8-6-20-10-34-10z" fill="${colours[1]}"/><circle cx="-44" cy="-8" r="6" fill="#fff"/><circle cx="-45" cy="-8" r="3" fill="#0b1234"/></g>`,
  )

export function underwater(seeded: Seeded, palette: Palette): string {
  const rays = [120, 330, 560, 800].map((x) => `<path d="M${x} -10h110l150 820h-330z" fill="#fff" opacity="0.07"/>`)
  const weeds = seeded.repeat(16, () => {
    const x = seeded.between(0, width)
    const tall = seeded.between(70, 190)
    return `<path d="M${x.toFixed(0)} 800c-30-${(tall * 0.4).toFixed(0)} 30-${(tall * 0.6).toFixed(0)} 0-${tall.toFixed(0)}" fill="none" stroke="${seeded.pick(['#0d5845', '#17735a', '#b4432b', '#d9726a'])}" stroke-width="16" stroke-linecap="round"/>`
  })
  const bubbles = seeded.repeat(
    30,
    () =>
      `<circle cx="${seeded.between(0, width).toFixed(0)}" cy="${seeded.between(40, 700).toFixed(0)}" r="${seeded.between(3, 12).toFixed(0)}" fill="none" stroke="#fff" stroke-width="2.5" opacity="0.5"/>`,
  )
  const ray = place(
    420,
    250,
    1.5,
    '<path d="M-150 10C-90-60-40-70 0-40C40-70 90-60 150 10C90 0 40 20 10 50c10 40 40 80 80 110c-50-10-90-50-100-104C-40 20-90 0-150 10z" fill="#0b3a55" opacity="0.85"/>',
  )
  return (
    rays.join('') +
    ray +
    bubbles +
    fish(780, 300, 1.3, ['#f3a53a', '#fff3df']) +
    fish(930, 420, 0.8, ['#f3a53a', '#fff3df']) +
    fish(330, 500, -1, ['#e0562f', '#ffd27a']) +
    fish(600, 470, 0.7, ['#2563eb', '#dff1fb']) +
    seeded.repeat(9, (index) =>
      fish(600 + (index % 3) * 66 + seeded.between(-10, 10), 150 + Math.floor(index / 3) * 44, 0.26, [
        '#dff6ff',
        '#8fd0e8',
      ]),
    ) +
    ridge(seeded, 690, 34, palette.mid) +
    weeds +
    ridge(seeded, 750, 26, palette.near)
  )
}

export function thrill(seeded: Seeded, palette: Palette): string {
  const track = 'M-20 560C120 560 160 200 330 200S470 600 610 600S720 330 830 330S960 560 1220 420'
  const posts = seeded.repeat(26, (index) => `<rect x="${index * 48 + 6}" y="190" width="6" height="450"/>`)
  const wagon = (x: number, y: number, turn: number) =>
    place(
      x,
      y,
      1.05,
      '<path d="M-40 0v-24c0-14 10-20 24-20h30c16 0 26 8 26 22V0z" fill="#e0562f"/><path d="M-40-12h80v6h-80z" fill="#ffd27a"/><circle cx="-22" cy="4" r="9" fill="#12182e"/><circle cx="22" cy="4" r="9" fill="#12182e"/>',
      turn,
    )
  return (
    sun(palette, seeded.between(500, 640), 300, 86) +
    cloud(200, 130, 1, palette.sun, 0.5) +
    cloud(980, 190, 1.2, palette.sun, 0.5) +
    `<g opacity="0.6">${city(seeded, palette.far, [80, 220], { gap: 30 })}</g>` +
    `<clipPath id="below"><path d="${track}V800H-20z"/></clipPath><g clip-path="url(#below)" fill="${palette.mid}" opacity="0.9">${posts}<path d="M-20 470h1240v5H-20zM-20 550h1240v5H-20zM-20 390h1240v5H-20zM-20 300h1240v5H-20z"/></g>` +
    layer(`<path d="${track}" fill="none" stroke="${palette.near}" stroke-width="16"/>`) +
    `<path d="${track}" fill="none" stroke="${palette.glow}" stroke-width="4" transform="translate(0 -8)"/>` +
    wagon(258, 236, -48) +
    wagon(313, 194, -10) +
    wagon(372, 202, 30) +
    layer(`<rect y="636" width="${width}" height="200" fill="${palette.near}"/>`) +
    palmTree(seeded, 140, 660, 1.1, palette.near) +
    palmTree(seeded, 1050, 660, 1.3, palette.near) +
    glitter(seeded, 600, 640, palette.glow)
  )
}
