const channel = (value: number): number => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** WCAG relative luminance of '#3B82F6' or '#38f'; of the default blue for anything else. */
export function luminanceOf(color: string): number {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color)
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color)
  const parts = short ? short.slice(1).map((digit) => digit + digit) : (long?.slice(1) ?? ['25', '63', 'eb'])
  const [r = 0, g = 0, b = 0] = parts.map((part) => channel(Number.parseInt(part, 16)))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const inkLuminance = 0.015
/** White text if it reads at least as well as ink; on #3B82F6 white only reaches 3.68 to 1. */
export function labelIsLight(color: string): boolean {
  const ground = luminanceOf(color)
  return 1.05 / (ground + 0.05) >= (ground + 0.05) / (inkLuminance + 0.05)
}
