// Which modules share a file. A small file costs a request and compresses badly, so modules are put together by the
// pages that need them (merge.ts, visits.ts). A first build, which is not written, tells which pages those are: only the
// bundler knows what is left of a module's imports.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createBuilder, type Plugin, type Rolldown } from 'vite'
import { mergePieces, type Piece } from './merge.ts'
import { visitsOf } from './visits.ts'

const root = path.join(import.meta.dirname, '../..')

/** React apart from the other libraries: each is then read by itself, and a slow phone can answer in between. */
const react = /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/
/**
 * What else every page of the shop needs of libraries, together: one file that stays the same from release to release.
 * Without the parts of them that only some pages or the back office use: those come with them.
 */
const frameworks =
  /node_modules[\\/](@tanstack|use-intl|icu-minify|@formatjs|use-sync-external-store)[\\/](?!.*(mutationObserver|useMutation|infiniteQuery(?!Options)|useInfiniteQuery|queriesObserver|useQueries|useBlocker))/

type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'facadeModuleId' | 'imports' | 'dynamicImports' | 'moduleIds' | 'code'
>

const inProject = (id: string): string => path.relative(root, id).split(path.sep).join('/')

/** The entries and lazily loaded modules of a chunk. A lazily loaded one that others import has no chunk of its own. */
function rootsOf({ fileName, facadeModuleId, moduleIds }: Chunk, lazy: ReadonlySet<string>): string[] {
  if (facadeModuleId) return [inProject(facadeModuleId)]
  return lazy.has(fileName) ? moduleIds.map(inProject) : []
}
const allRoots = (chunks: readonly Chunk[]): string[] => {
  const lazy = new Set(chunks.flatMap((chunk) => chunk.dynamicImports))
  return chunks.flatMap((chunk) => rootsOf(chunk, lazy))
}

/** By chunk: the entries and lazily loaded modules that need it. */
function usersOf(chunks: readonly Chunk[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const lazy = new Set(chunks.flatMap((chunk) => chunk.dynamicImports))
  const users = new Map(chunks.map(({ fileName }) => [fileName, new Set<string>()]))
  const visit = (file: string, user: string): void => {
    const known = users.get(file)
    if (!known || known.has(user)) return
    known.add(user)
    for (const imported of byFile.get(file)?.imports ?? []) visit(imported, user)
  }
  for (const chunk of chunks) for (const user of rootsOf(chunk, lazy)) visit(chunk.fileName, user)
  return users
}

const starter = 'src/shop/start/starter.ts'
/** The back office reads a kind's rules and fields, but never its pages. */
const backOffice = /^src\/admin\/|^src\/services\/[^/]+\/(rules|fields|seed)\.ts$/
const isOfShop = (file: string): boolean => (!backOffice.test(file) || file.endsWith('/rules.ts')) && file !== starter
/** The share of a source file that is left after minifying and compressing. */
const compressed = 0.2

/** The file that each module of the shop goes to. What the back office also needs is apart: it must not fetch the shop. */
export function filesOf(chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  const users = usersOf(chunks)
  const own = chunks.filter(({ moduleIds }) => !moduleIds.some((id) => react.test(id) || frameworks.test(id)))
  const visits = visitsOf(allRoots(own).filter(isOfShop))
  const pieces = own.flatMap(({ fileName, code, imports }): Piece[] => {
    const needed = users.get(fileName) ?? new Set()
    if (![...needed].some(isOfShop)) return []
    return [
      {
        name: fileName,
        bytes: code.length * compressed,
        visits: visits.map((visit) => visit.roots.some((file) => needed.has(file))),
        imports,
        isShared: [...needed].some((file) => backOffice.test(file)),
      },
    ]
  })
  const files = mergePieces(
    pieces,
    visits.map(({ weight }) => weight),
  )
  const fileOf = new Map(files.flatMap((names, at) => names.map((name) => [name, `file-${at}`] as const)))
  return new Map(
    own.flatMap(({ fileName, moduleIds }) => {
      const file = fileOf.get(fileName)
      return file ? moduleIds.map((id) => [inProject(id), file] as const) : []
    }),
  )
}

type Manifest = Record<string, { file: string; name?: string; src?: string; imports?: string[] }>

/** Names lazily loaded files that are parts of a larger one: the bundler names only those that have their own. */
export function nameParts(manifest: Manifest, chunks: readonly Chunk[], roots: readonly string[]): Manifest {
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]))
  const named = { ...manifest }
  for (const source of roots) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => inProject(id) === source))
    const key = chunk && keyOf.get(chunk.fileName)
    if (!named[source] && key) named[source] = { file: chunk.fileName, src: source, imports: [key] }
  }
  return named
}

async function firstBuild(mode: string): Promise<Rolldown.OutputChunk[]> {
  const builder = await createBuilder({
    ...{ root, mode, logLevel: 'error' },
    environments: { client: { build: { write: false, minify: false } } },
  })
  const { client } = builder.environments
  if (!client) return []
  const { output } = (await builder.build(client)) as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}

export function filesByUse(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let files: ReadonlyMap<string, string> = new Map()
  let roots: readonly string[] = []
  const plugin: Plugin = {
    name: 'safar:files-by-use',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async buildStart() {
      const { build, mode } = this.environment.config
      if (!build.write) return
      const chunks = await firstBuild(mode)
      roots = allRoots(chunks)
      files = filesOf(chunks)
    },
    async writeBundle({ dir = '' }, bundle) {
      const file = path.join(dir, '.vite/manifest.json')
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const manifest = nameParts(JSON.parse(await readFile(file, 'utf8')) as Manifest, chunks, roots)
      await writeFile(file, JSON.stringify(manifest, null, 2))
    },
  }
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: 'react', test: react },
    { name: 'frameworks', test: frameworks },
    {
      name: (id) => files.get(inProject(id)) ?? null,
      debugName: 'by use',
      includeDependenciesRecursively: false,
    },
  ]
  return { plugin, groups }
}
