// The browser's files, once per language (docs/decisions/0050): assets/ in English, assets/ar/ in Arabic. Files import
// each other by relative names, so each language stays in its folder. The back office has fewer languages than the shop.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { catalogueLanguage, languages, officeLanguages } from '../../src/kernel/language.ts'
import { entrySource, starterSource } from '../../src/shop/start/assets.ts'
import { fillGaps } from './messages.ts'

type Manifest = Readonly<
  Record<string, { file: string; imports?: readonly string[]; dynamicImports?: readonly string[] } | undefined>
>

/** Every script that pages of the shop can load. */
export function scriptsOfShop(manifest: Manifest): ReadonlySet<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (source: string): void => {
    const chunk = manifest[source]
    if (!chunk || seen.has(source)) return
    seen.add(source)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  for (const source of [starterSource, entrySource]) visit(source)
  return files
}

/** Fills the gaps of the built files. `folder`: dist/client. */
export async function writeLanguages(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const ofShop = scriptsOfShop(manifest)
  const scripts = new Set(Object.values(manifest).flatMap((chunk) => (chunk?.file.endsWith('.js') ? [chunk.file] : [])))
  for (const language of languages)
    if (language !== catalogueLanguage)
      await mkdir(path.join(folder, 'assets', language.toLowerCase()), { recursive: true })
  for (const file of scripts) {
    const code = await readFile(path.join(folder, file), 'utf8')
    for (const language of languages) {
      const isCatalogue = language === catalogueLanguage
      if (!officeLanguages.includes(language) && !ofShop.has(file)) continue
      const name = isCatalogue ? file : file.replace('assets/', `assets/${language.toLowerCase()}/`)
      await writeFile(path.join(folder, name), fillGaps(code, language))
    }
  }
}
