// Paper-cut style: each function returns one SVG piece. The sheet is 1200 x 800; most scenes stand on a ground line.

import type { Palette } from './palettes.ts'
import type { Seeded } from './seeded.ts'

export const sheet = { width: 1200, height: 800 }
export const groundLine = 620

const { width, height } = sheet
const round = (value: number) => Math.round(value * 10) / 10

export function wrap(palette: Palette, body: string): string {
  const stops = palette.sky.map((colour, index) => {
    const offset = [0, 0.42, 0.78, 1][index]
    return `<stop offset="${offset}" stop-color="${colour}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>
<filter id="paper" x="-10%" y="-10%" width="120%" height="130%"><feGaussianBlur in="SourceAlpha" stdDeviation="7"/><feOffset dy="-3" result="blurred"/><feComponentTransfer><feFuncA type="linear" slope="0.28"/></feComponentTransfer><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>
<radialGradient id="halo"><stop offset="0" stop-color="${palette.sun}" stop-opacity="0.55"/><stop offset="1" stop-color="${palette.sun}" stop-opacity="0"/></radialGradient>
</defs><rect width="${width}" height="${height}" fill="url(#sky)"/>${body}</svg>`
}

/** A layer of paper whose upper edge casts a soft shadow on the layers behind. */
export const layer = (content: string) => `<g filter="url(#paper)">${content}</g>`

export const place = (x: number, y: number, scale: number, content: string, turn = 0) =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${turn}) scale(${scale})">${content}</g>`

export function sun(palette: Palette, x: number, y: number, radius: number): string {
  const ring = (factor: number, opacity: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius * factor}" fill="${palette.sun}" opacity="${opacity}"/>`
  return `<circle cx="${x}" cy="${y}" r="${radius * 4}" fill="url(#halo)"/>${ring(1.9, 0.16)}${ring(1.35, 0.22)}${ring(1, 0.96)}`
}

export function crescent(x: number, y: number, radius: number, colour: string): string {
  const r = radius
  return `<path transform="translate(${x} ${y}) rotate(-24)" fill="${colour}" d="M${0.35 * r} ${-0.94 * r}A${r} ${r} 0 1 0 ${0.35 * r} ${0.94 * r}A${0.82 * r} ${0.82 * r} 0 1 1 ${0.35 * r} ${-0.94 * r}Z"/>`
}

export const stars = (seeded: Seeded, count: number, lowest = 380) =>
  seeded.repeat(
    count,
    () =>
      `<circle cx="${round(seeded.between(0, width))}" cy="${round(seeded.between(10, lowest))}" r="${round(seeded.between(1, 2.8))}" fill="#fff" opacity="${round(seeded.between(0.3, 0.9))}"/>`,
  )

/** A rolling line of hills or dunes, filled down to the lower edge. */
export function ridge(seeded: Seeded, y: number, swing: number, colour: string, step = 260): string {
  let path = `M0 ${height}V${round(y)}`
  let up = seeded.chance(0.5)
  for (let x = 0; x < width; ) {
    const span = seeded.between(step * 0.8, step * 1.7)
    const rise = (up ? -1 : 1) * swing * seeded.between(0.5, 1.4)
    path += `C${round(x + span * 0.4)} ${round(y)} ${round(x + span * 0.55)} ${round(y + rise)} ${round(x + span)} ${round(y + rise * 0.35)}`
    x += span
    up = !up
  }
  return layer(`<path d="${path}V${height}Z" fill="${colour}"/>`)
}

/** Sharp mountains with a lit side. */
export function peaks(seeded: Seeded, base: number, tall: number, colour: string, light: string): string {
  let body = ''
  let lit = ''
  for (let x = -120; x < width + 60; ) {
    const span = seeded.between(190, 330)
    const peak = tall * seeded.between(0.55, 1)
    const tip = x + span * seeded.between(0.42, 0.58)
    body += `<path d="M${round(x - 70)} ${base}L${round(tip)} ${round(base - peak)}L${round(x + span + 70)} ${base}Z"/>`
    lit += `<path d="M${round(tip)} ${round(base - peak)}L${round(x + span + 70)} ${base}L${round(tip + span * 0.12)} ${base}L${round(tip - span * 0.05)} ${round(base - peak * 0.42)}Z"/>`
    x += span * 0.72
  }
  return layer(
    `<g fill="${colour}">${body}<rect y="${base - 2}" width="${width}" height="${height - base + 2}"/></g><g fill="${light}" opacity="0.5">${lit}</g>`,
  )
}

export function water(seeded: Seeded, y: number, colour: string, glints = 34): string {
  const lines = seeded.repeat(glints, () => {
    const at = y + 12 + seeded.between(0, height - y - 20)
    return `<rect x="${round(seeded.between(-40, width))}" y="${round(at)}" width="${round(seeded.between(40, 200))}" height="3" rx="1.5" fill="#fff" opacity="${round(seeded.between(0.07, 0.24))}"/>`
  })
  return `<rect y="${y}" width="${width}" height="${height - y}" fill="${colour}"/>${lines}`
}

/** The sun's reflection on the water. */
export const glitter = (seeded: Seeded, x: number, y: number, colour: string) =>
  seeded.repeat(16, (index) => {
    const half = 16 + index * 5 + seeded.between(0, 26)
    return `<rect x="${round(x - half + seeded.between(-12, 12))}" y="${y + 10 + index * 11}" width="${round(half * 2)}" height="4" rx="2" fill="${colour}" opacity="${round(0.62 - index * 0.03)}"/>`
  })

export const cloud = (x: number, y: number, scale: number, colour = '#fff', opacity = 0.85) =>
  place(
    x,
    y,
    scale,
    `<g fill="${colour}" opacity="${round(opacity)}"><path d="M-118 26c-34 0-40-44-6-50c2-38 52-48 70-20c18-40 82-34 88 8c30-12 60 6 56 32c26 2 28 30-2 30z"/></g>`,
  )

export const clouds = (seeded: Seeded, count: number, top: number, bottom: number, colour = '#fff') =>
  seeded.repeat(count, () =>
    cloud(
      seeded.between(-40, width + 40),
      seeded.between(top, bottom),
      seeded.between(0.6, 1.5),
      colour,
      seeded.between(0.5, 0.92),
    ),
  )

export type Top = 'flat' | 'slant' | 'dome' | 'spire' | 'step'

export function tower(x: number, wide: number, tall: number, colour: string, top: Top, base = groundLine): string {
  const y = base - tall
  const middle = x + wide / 2
  const tops: Record<Top, string> = {
    flat: '',
    slant: `<path d="M${x} ${y + 1}l${wide} ${-wide * 0.7}v${wide * 0.7}z"/>`,
    dome: `<path d="M${x} ${y + 1}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0z"/>`,
    spire: `<path d="M${middle - 2} ${y - 86}h4l5 90h-14z"/>`,
    step: `<rect x="${x + wide * 0.2}" y="${y - 22}" width="${wide * 0.6}" height="24"/><rect x="${middle - 2}" y="${y - 52}" width="4" height="34"/>`,
  }
  return `<g fill="${colour}">${tops[top]}<rect x="${x}" y="${y}" width="${wide}" height="${tall + 12}"/></g>`
}

export function windows(
  seeded: Seeded,
  x: number,
  wide: number,
  tall: number,
  colour: string,
  base = groundLine,
): string {
  let lights = ''
  for (let y = base - tall + 16; y < base - 18; y += 22) {
    for (let at = x + 9; at < x + wide - 9; at += 16) {
      if (seeded.chance(0.42))
        lights += `<rect x="${round(at)}" y="${round(y)}" width="6" height="9" opacity="${round(seeded.between(0.35, 0.9))}"/>`
    }
  }
  return `<g fill="${colour}">${lights}</g>`
}

const allTops: readonly Top[] = ['flat', 'flat', 'slant', 'dome', 'spire', 'step']

/** A row of towers from edge to edge; lit windows when `light` is given. */
export function city(
  seeded: Seeded,
  colour: string,
  tall: readonly [number, number],
  options: { light?: string; base?: number; gap?: number; from?: number; to?: number } = {},
): string {
  const { light, base = groundLine, gap = 22, from = -20, to = width } = options
  let row = ''
  for (let x = from; x < to; ) {
    const wide = Math.round(seeded.between(48, 108))
    const up = Math.round(seeded.between(tall[0], tall[1]))
    row += tower(Math.round(x), wide, up, colour, seeded.pick(allTops), base)
    if (light) row += windows(seeded, Math.round(x), wide, up, light, base)
    x += wide + seeded.between(4, gap)
  }
  return row
}

/** The tall needle of Dubai, in steps. */
export const needle = (x: number, base: number, scale: number, colour: string, shine: string) =>
  place(
    x,
    base,
    scale,
    `<path fill="${colour}" d="M-54 10V-90h12v-70h10v-80h9v-80h8v-70h7v-60h4l3-150 3 150h4v60h7v70h8v80h9v80h10v70h12V10z"/><path fill="${shine}" opacity="0.35" d="M1-600v610h20V-90h-4v-150h-6v-150H6v-60z"/>`,
  )

export const sailHotel = (x: number, base: number, scale: number, colour: string, shade: string) =>
  place(
    x,
    base,
    scale,
    `<path fill="${colour}" d="M0 10V-310c74 44 122 180 128 320z"/><path fill="${shade}" d="M0-250c50 50 84 150 92 260H0z" opacity="0.5"/><path fill="${shade}" d="M-12 10V-352h8V10z"/><path fill="${shade}" d="M-30-300h32v8h-32z"/>`,
  )

export function wheel(x: number, y: number, radius: number, colour: string, cabin: string): string {
  let spokes = ''
  for (let index = 0; index < 16; index++) {
    const angle = (index * Math.PI) / 8
    const tip = [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))]
    spokes += `<path d="M${x} ${y}L${tip[0]} ${tip[1]}" stroke="${colour}" stroke-width="2"/><circle cx="${tip[0]}" cy="${tip[1]}" r="9" fill="${cabin}"/>`
  }
  return `<path d="M${x - 8} ${y}l-80 ${radius + 60}h20l68-${radius + 40}l68 ${radius + 40}h20l-80-${radius + 60}z" fill="${colour}"/><circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="9"/><circle cx="${x}" cy="${y}" r="${radius * 0.86}" fill="none" stroke="${colour}" stroke-width="2"/>${spokes}<circle cx="${x}" cy="${y}" r="15" fill="${colour}"/>`
}

export const dhow = (x: number, y: number, scale: number, hull: string, sail: string) =>
  place(
    x,
    y,
    scale,
    `<ellipse cx="0" cy="58" rx="140" ry="8" fill="#000" opacity="0.16"/><path d="M-128-2h238l36-28c-10 48-52 66-94 66h-110c-38 0-60-16-70-38z" fill="${hull}"/><path d="M-8-6V-222C62-160 96-94 100-24z" fill="${sail}"/><path d="M-20-6V-160C-62-116-88-74-94-24z" fill="${sail}" opacity="0.82"/>`,
  )

export const yacht = (x: number, y: number, scale: number, hull: string, shade: string) =>
  place(
    x,
    y,
    scale,
    `<ellipse cx="0" cy="40" rx="170" ry="8" fill="#000" opacity="0.16"/><path d="M-160 0h330l-34 38h-262c-20 0-30-18-34-38z" fill="${hull}"/><path d="M-120-2l22-34H70l30 34z" fill="${hull}"/><path d="M-70-36l16-26H30l18 26z" fill="${hull}"/><path d="M-92-26h150l10 14h-168zM-50-54h70l8 10h-84z" fill="${shade}"/><path d="M-10-62v-34h4v34z" fill="${shade}"/>`,
  )

export const plane = (x: number, y: number, scale: number, turn: number, colour: string, shade = '#163a9e') =>
  place(
    x,
    y,
    scale,
    `<path fill="${shade}" d="M26-7L-40-112h-28L-22-7zM-100-5l-32-44h-20l16 46z"/><path fill="${colour}" d="M156 0c0 11-20 15-44 15H-90c-32 0-56-7-64-15c8-8 32-15 64-15h202c24 0 44 4 44 15z"/><path fill="${colour}" d="M34 5L-44 118h-30L-22 5zM-96 4l-40 50h-20l18-52z"/><path fill="#fff" opacity="0.75" d="M118-7h16c6 2 10 4 12 6h-28z"/><g fill="#fff" opacity="0.7">${Array.from({ length: 13 }, (_, index) => `<circle cx="${-74 + index * 14}" cy="-5" r="2.6"/>`).join('')}</g>`,
    turn,
  )

export function palmTree(seeded: Seeded, x: number, y: number, scale: number, colour: string, trunk = colour): string {
  const lean = seeded.between(-26, 26)
  const frond = (turn: number, size: number) =>
    `<path transform="translate(${lean} -180) rotate(${round(turn)}) scale(${round(size)})" d="M0 0C26-34 70-44 112-10C76-22 42-12 0 6z"/>`
  const crown = [-6, 34, 62, -40, 186, 146, 118, 222, -78].map((turn) =>
    frond(turn + seeded.between(-7, 7), seeded.between(0.8, 1.1)),
  )
  return place(
    x,
    y,
    scale,
    `<path d="M-8 6C-4-60 ${lean - 8} -120 ${lean - 4} -182h9C${lean + 6} -120 10-60 10 6z" fill="${trunk}"/><g fill="${colour}">${crown.join('')}</g><circle cx="${lean}" cy="-176" r="9" fill="${trunk}"/>`,
  )
}

export const khatam = (x: number, y: number, radius: number, stroke: string, opacity = 1, line = 2) => {
  const side = radius * Math.SQRT2
  const square = (turn: number) =>
    `<rect x="${round(-side / 2)}" y="${round(-side / 2)}" width="${round(side)}" height="${round(side)}" transform="rotate(${turn})"/>`
  return `<g transform="translate(${x} ${y})" fill="none" stroke="${stroke}" stroke-opacity="${opacity}" stroke-width="${line}">${square(0)}${square(45)}</g>`
}

export function lattice(stroke: string, opacity: number, step: number): string {
  let stars = ''
  for (let row = 0; row * step <= height + step; row++) {
    for (let x = 0; x <= width + step; x += step)
      stars += khatam(x + (row % 2 ? step / 2 : 0), row * step, step * 0.42, stroke, opacity)
  }
  return stars
}

/** A pointed arch, its foot at (x, y). */
export const arch = (x: number, y: number, wide: number, tall: number, colour: string) =>
  `<path d="M${x} ${y}v${-tall * 0.55}c0 ${-tall * 0.25} ${wide * 0.3} ${-tall * 0.3} ${wide / 2} ${-tall * 0.45}c${wide * 0.2} ${tall * 0.15} ${wide / 2} ${tall * 0.2} ${wide / 2} ${tall * 0.45}v${tall * 0.55}z" fill="${colour}"/>`

export const minaret = (x: number, base: number, tall: number, colour: string, gold: string, lit?: string) =>
  `<g fill="${colour}"><rect x="${x - 16}" y="${base - tall * 0.62}" width="32" height="${tall * 0.62}"/><rect x="${x - 11}" y="${base - tall}" width="22" height="${tall * 0.4}"/><rect x="${x - 25}" y="${base - tall * 0.64}" width="50" height="12"/><rect x="${x - 19}" y="${base - tall}" width="38" height="10"/><path d="M${x - 10} ${base - tall}v-34l10-44l10 44v34z"/></g>${lit ? `<rect x="${x - 20}" y="${base - tall * 0.64 - 7}" width="40" height="5" fill="${lit}"/><rect x="${x - 14}" y="${base - tall - 5}" width="28" height="4" fill="${lit}"/>` : ''}<circle cx="${x}" cy="${base - tall - 86}" r="5" fill="${gold}"/>`

/** A dome of onion outline on a drum, its foot at (x, y). */
export const dome = (x: number, y: number, radius: number, colour: string, gold: string) => {
  const r = radius
  return `<path fill="${colour}" d="M${x - r} ${y}C${x - r * 1.18} ${y - r * 0.75} ${x - r * 0.5} ${y - r * 1.1} ${x} ${y - r * 1.5}C${x + r * 0.5} ${y - r * 1.1} ${x + r * 1.18} ${y - r * 0.75} ${x + r} ${y}z"/><path d="M${x - 1.5} ${y - r * 1.5 - 26}h3v30h-3z" fill="${gold}"/><circle cx="${x}" cy="${y - r * 1.5 - 28}" r="5" fill="${gold}"/>`
}

export const camel = (x: number, y: number, scale: number, colour: string) =>
  place(
    x,
    y,
    scale,
    `<path fill="${colour}" d="M-6 2C-2-22 20-20 26-36c7-14 20-13 24 1c7 7 15-8 23-2c11 9 9 24 15 32c10-2 13-26 11-38l14-5l9 8l-2 5l-10 3c-2 22-9 42-23 48l-1 50h-7l-5-46l-6 1l-5 45h-7l1-50H28l-6 50h-7l-2-52C6 15-4 12-6 2z"/>`,
  )
