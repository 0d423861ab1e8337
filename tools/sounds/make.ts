// Writes the quiet background sound of tall list headers: public/sounds/calm.wav, always the same samples. Run it after
// a change: node tools/sounds/make.ts

import { mkdir, writeFile } from 'node:fs/promises'

const rate = 8000
const seconds = 9
const count = rate * seconds

/** A soft chord on D. Every pitch and swell fits into the piece a whole number of times, so the loop is seamless. */
const voices = [
  { hertz: 73.42, level: 0.3, swells: 1 },
  { hertz: 110, level: 0.26, swells: 2 },
  { hertz: 146.83, level: 0.24, swells: 1 },
  { hertz: 220, level: 0.14, swells: 3 },
  { hertz: 293.66, level: 0.09, swells: 2 },
  { hertz: 440, level: 0.035, swells: 5 },
]

const turn = 2 * Math.PI
function sampleAt(place: number): number {
  const time = place / rate
  return voices.reduce((sum, { hertz, level, swells }, index) => {
    const cycles = Math.round(hertz * seconds) / seconds
    const swell = 0.62 + 0.38 * Math.sin((turn * swells * time) / seconds + index * 1.7)
    const tone = Math.sin(turn * cycles * time) + 0.18 * Math.sin(turn * 2 * cycles * time)
    return sum + level * swell * tone
  }, 0)
}

/** Mono, 16 bits. */
function wave(samples: readonly number[]): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length * 2, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length * 2, 40)
  const body = Buffer.alloc(samples.length * 2)
  for (const [place, sample] of samples.entries()) body.writeInt16LE(Math.round(sample * 32_767), place * 2)
  return Buffer.concat([head, body])
}

const raw = Array.from({ length: count }, (_, place) => sampleAt(place))
const loudest = Math.max(...raw.map(Math.abs))
const folder = new URL('../../public/sounds/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('calm.wav', folder), wave(raw.map((sample) => (sample / loudest) * 0.8)))
console.log('public/sounds/calm.wav written')
