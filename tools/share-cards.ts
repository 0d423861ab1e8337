// The shop's own pictures as cards that messengers and networks show with a shared link. Made by the build, since each is
// a crop of a picture that is there already.
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
