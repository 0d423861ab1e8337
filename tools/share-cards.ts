// The shop's own pictures as cards that messengers and networks show with a shared link: 1200 x 630, and JPEG, which
// all of them take. Made by the build, since each is a crop of a picture that is there already.
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const largest = /^(.+)-1200\.webp$/

export async function makeShareCards(pictures: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  const names = (await readdir(pictures)).flatMap((file) => largest.exec(file)?.[1] ?? [])
  for (const name of names) {
    await sharp(path.join(pictures, `${name}-1200.webp`))
      .resize(1200, 630, { fit: 'cover' })
      .jpeg({ quality: 80, progressive: true })
      .toFile(path.join(to, `${name}.jpg`))
  }
  return names.length
}
