// The files that a page needs, from the build's manifest.

export interface BuildManifest {
  readonly [source: string]: {
    readonly file: string
    readonly css?: readonly string[]
    readonly imports?: readonly string[]
  }
}
/** Public addresses. */
export interface RouteAssets {
  /** Small; runs first, and starts `script` on pages where that waits. */
  readonly starter: string
  readonly script: string
  readonly styles: readonly string[]
  /** The imports of the entry: needed by every page. */
  readonly shared: readonly string[]
  /** By source file of a lazily loaded part: its files that are not shared. */
  readonly parts: Readonly<Record<string, readonly string[]>>
}
export const entrySource = 'src/shop/entry-client.ts'
export const starterSource = 'src/shop/start/starter.ts'

/** In development Vite serves the sources. */
export const developmentAssets: RouteAssets = {
  starter: `/${starterSource}`,
  script: `/${entrySource}`,
  styles: ['/src/shop/shop.css'],
  shared: [],
  parts: {},
}

/** Imports come before the file that needs them, so the files can run one by one. */
function filesOf(manifest: BuildManifest, source: string, seen = new Set<string>()): string[] {
  const chunk = manifest[source]
  if (!chunk || seen.has(source)) return []
  seen.add(source)
  return [...(chunk.imports ?? []).flatMap((imported) => filesOf(manifest, imported, seen)), chunk.file]
}
function stylesOf(manifest: BuildManifest, source: string, seen = new Set<string>()): string[] {
  const chunk = manifest[source]
  if (!chunk || seen.has(source)) return []
  seen.add(source)
  return [...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((imported) => stylesOf(manifest, imported, seen))]
}

export function readAssets(manifest: BuildManifest): RouteAssets {
  const entry = manifest[entrySource]
  const starter = manifest[starterSource]
  if (!entry || !starter) throw new Error(`The build has no ${entry ? starterSource : entrySource}`)
  const shared = filesOf(manifest, entrySource).slice(0, -1)
  const known = new Set([entry.file, ...shared])
  const parts = Object.keys(manifest).filter((source) => source.startsWith('src/'))
  return {
    starter: `/${starter.file}`,
    script: `/${entry.file}`,
    styles: [...new Set(stylesOf(manifest, entrySource))].map((file) => `/${file}`),
    shared: shared.map((file) => `/${file}`),
    parts: Object.fromEntries(
      parts.map((source) => [
        source,
        [...new Set(filesOf(manifest, source))].filter((file) => !known.has(file)).map((file) => `/${file}`),
      ]),
    ),
  }
}
