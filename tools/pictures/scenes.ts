// Turns a name, a scene and a time of day into a deterministic SVG.

import { type PaletteName, palettes } from './palettes.ts'
import { wrap } from './pieces.ts'
import { fountain, marina, mosque, museum, oldTown, skyline } from './scenes/cities.ts'
import { cabinWindow, flight, gate, haram, medina, visa } from './scenes/journeys.ts'
import { desert, garden, island, mountains, thrill, underwater, waterPark } from './scenes/nature.ts'
import { fair, fjord, mountainFort, rockTomb, souk, surfPark } from './scenes/places.ts'
import { road } from './scenes/roads.ts'
import { visaFor } from './scenes/visas.ts'
import { seededBy } from './seeded.ts'

export const scenes = {
  skyline,
  marina,
  oldTown,
  museum,
  mosque,
  fountain,
  road,
  desert,
  island,
  mountains,
  garden,
  waterPark,
  underwater,
  thrill,
  flight,
  cabinWindow,
  visa,
  gate,
  haram,
  medina,
  visaFor,
  mountainFort,
  fjord,
  rockTomb,
  souk,
  fair,
  surfPark,
}

export type SceneName = keyof typeof scenes

export type Picture = {
  name: string
  scene: SceneName
  light: PaletteName
  /** Additional motifs; each scene has its own. */
  with?: readonly string[]
  alt: string
}

export function drawPicture(picture: Picture): string {
  const palette = palettes[picture.light]
  return wrap(palette, scenes[picture.scene](seededBy(picture.name), palette, picture.with ?? []))
}
