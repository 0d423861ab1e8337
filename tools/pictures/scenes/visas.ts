// A passport on a visa page, before a landmark of the country.

import { landmarks } from '../landmarks.ts'
import type { Palette } from '../palettes.ts'
import { crescent, layer, place, sheet, stars, sun } from '../pieces.ts'
import type { Seeded } from '../seeded.ts'
import { boardingPass, guilloche, passport, stamp } from './journeys.ts'

type Country = keyof typeof landmarks

/** Cover of the passport and ink of the stamp. */
const colours: Readonly<Record<Country, readonly [cover: string, ink: string]>> = {
  towers: ['#16306f', '#065e47'],
  sail: ['#0f5e66', '#163a9e'],
  creek: ['#6a3a1f', '#065e47'],
  frame: ['#20232f', '#8a3b12'],
  stopover: ['#47307a', '#163a9e'],
  saudi: ['#0d5845', '#8a3b12'],
  oman: ['#5b5a22', '#065e47'],
  bahrain: ['#6b1f35', '#163a9e'],
  istanbul: ['#a3262e', '#163a9e'],
  baku: ['#1f5aa6', '#8a3b12'],
}

export function visaFor(seeded: Seeded, palette: Palette, extras: readonly string[]): string {
  const country = (Object.keys(landmarks) as Country[]).find((name) => extras.includes(name)) ?? 'towers'
  const [cover, ink] = colours[country]
  const page = `<path d="M0 640h${sheet.width}v160H0z"`
  return (
    (extras.includes('night')
      ? stars(seeded, 80) + crescent(620, 170, 52, palette.sun)
      : sun(palette, Math.round(seeded.between(560, 640)), 250, 78)) +
    landmarks[country](seeded, palette) +
    layer(`${page} fill="#fbf5e6"/>`) +
    `<clipPath id="page">${page}/></clipPath><g clip-path="url(#page)">${guilloche(palette.mid, 20)}</g>` +
    (extras.includes('pass') ? layer(boardingPass(620, 664, 7, '#2563eb')) : '') +
    layer(place(290, 430, 1.12, passport(cover, '#e7c66b'), Math.round(seeded.between(-11, -6)))) +
    place(extras.includes('pass') ? 1050 : 900, 724, 0.66, stamp(0, 0, 12, ink))
  )
}
