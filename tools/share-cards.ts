// Crops the shop's own pictures to cards for shared links, as part of the build.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { drawCard } from '../src/modules/files/picture-drawings.server.ts'

const largest = /^(.+)-1200\.webp$/

export async function makeShareCards(pictures: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  const names = (await readdir(pictures)).flatMap((file) => largest.exec(file)?.[1] ?? [])
  for (const name of names) {
    const card = await drawCard(await readFile(path.join(pictures, `${name}-1200.webp`)))
    await writeFile(path.join(to, `${name}.jpg`), card)
  }
  return names.length
}
