import { request } from 'node:http'
import type { Count } from './figures.ts'

type Fetched = { readonly status: number; readonly body: Buffer; readonly encoding: string }

function fetchRaw(url: string): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { 'accept-encoding': 'br', accept: '*/*' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(parts),
          encoding: answer.headers['content-encoding'] ?? 'identity',
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

const all = (html: string, pattern: RegExp): string[] => [
  ...new Set([...html.matchAll(pattern)].map(([, found]) => found ?? '')),
]

/** The file of each picture that a phone with 412 by 2 pixels loads, in the best format. */
function phonePictures(html: string): string[] {
  const sets = all(html, /srcset="([^"]+)"/gi).map((set) =>
    set
      .split(',')
      .map((one) => one.trim().split(/\s+/))
      .map(([address = '', width = '0w']) => ({ address, width: Number.parseInt(width, 10) })),
  )
  const chosen = sets.flatMap((set) => {
    const sorted = set.toSorted((a, b) => a.width - b.width)
    return (sorted.find(({ width }) => width >= 800) ?? sorted.at(-1))?.address ?? []
  })
  const best = new Map<string, string>()
  for (const address of chosen) {
    const name = address.replace(/\.\w+$/, '')
    if (!best.has(name) || address.endsWith('.avif')) best.set(name, address)
  }
  return [...best.values()]
}

export async function countBytes(shopUrl: string, path: string): Promise<Count[]> {
  const page = await fetchRaw(`${shopUrl}${path}`)
  if (page.status !== 200) throw new Error(`${path}: ${page.status}`)
  const html = await (await fetch(`${shopUrl}${path}`)).text()
  const sizes = async (addresses: readonly string[]): Promise<number[]> =>
    Promise.all(
      addresses.map(async (address) => {
        const file = await fetchRaw(`${shopUrl}${address}`)
        if (file.status !== 200) throw new Error(`${path} names ${address}: ${file.status}`)
        return file.body.length
      }),
    )
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const later = JSON.parse(all(html, /id="shop-modules">([^<]*)</g)[0] ?? '[]') as string[]
  const scripts = [
    ...later,
    ...all(html, /<link rel="modulepreload"[^>]*href="([^"]+)"/g),
    ...all(html, /<script[^>]*src="([^"]+)"/g),
  ]
  const styles = all(html, /<link rel="stylesheet"[^>]*href="([^"]+)"/g)
  const fonts = all(html, /<link rel="preload" as="font"[^>]*href="([^"]+)"/g)
  const count = (name: string, value: number, unit: Count['unit'] = 'bytes'): Count => ({
    name: `${path} ${name}`,
    value,
    unit,
  })
  return [
    count('html', page.body.length),
    count('html, not packed', Buffer.byteLength(html)),
    count('js', sum(await sizes(scripts))),
    count('js', scripts.length, 'files'),
    count('css', sum(await sizes(styles))),
    count('fonts', sum(await sizes(fonts))),
    count('largest picture', Math.max(0, ...(await sizes(phonePictures(html))))),
  ]
}
