export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** Reads '25.2684, 55.2962', as maps copy it; null for anything else. */
export function readCoordinates(typed: string): Coordinates | null {
  const match = /^(-?\d{1,2}(?:\.\d{1,15})?)\s{0,9}[,\s]\s{0,9}(-?\d{1,3}(?:\.\d{1,15})?)$/.exec(typed.trim())
  if (!match) return null
  const [latitude, longitude] = [Number(match[1]), Number(match[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** To about a decimetre. */
const degrees = (value: number): string => String(Math.round(value * 1e6) / 1e6)
export const writeCoordinates = ({ latitude, longitude }: Coordinates): string =>
  `${degrees(latitude)}, ${degrees(longitude)}`
