// Which modules share a file. A small file costs a request and compresses badly, so modules are put together by the
// pages that need them. A first build, which is not written, tells which pages those are: only the bundler knows what is
// left of a module's imports.
import path from 'node:path'
import { createBuilder, type Plugin, type Rolldown } from 'vite'

const root = path.join(import.meta.dirname, '../..')

/** React apart from the other libraries: each is then read by itself, and a slow phone can answer in between. */
const react = /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/
/**
 * What else every page of the shop needs of libraries, together: one file that stays the same from release to release.
 * Without the parts of them that only some pages or the back office use: those come with them.
 */
const frameworks =
  /node_modules[\\/](@tanstack|use-intl|icu-minify|@formatjs|use-sync-external-store)[\\/](?!.*(mutationObserver|useMutation|infiniteQuery(?!Options)|useInfiniteQuery|queriesObserver|useQueries|useBlocker))/

/** By module: the entries and lazily loaded files that need it. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>
type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId' | 'imports' | 'moduleIds'>

const inProject = (id: string): string => path.relative(root, id).split(path.sep).join('/')

export function usesOf(chunks: readonly Chunk[]): Uses {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const uses = new Map<string, Set<string>>()
  const visit = (file: string, user: string, seen: Set<string>): void => {
    const chunk = byFile.get(file)
    if (!chunk || seen.has(file)) return
    seen.add(file)
    for (const id of chunk.moduleIds) uses.set(id, (uses.get(id) ?? new Set()).add(user))
    for (const imported of chunk.imports) visit(imported, user, seen)
  }
  for (const { fileName, facadeModuleId } of chunks)
    if (facadeModuleId) visit(fileName, inProject(facadeModuleId), new Set())
  return uses
}

const pages = ['home', 'service-list', 'service-detail', 'service-booking', 'booking-payment'].map(
  (name) => `src/shop/${name}/page.tsx`,
)
const inShop = (...names: readonly string[]): string[] => names.map((name) => `src/shop/${name}`)
/** Loaded by every page, and by home, once it is alive. */
const afterAll = inShop(
  ...['frame/late-parts.tsx', 'frame/menu-drawer.tsx', 'frame/currency-sheet.tsx', 'client/api-client.ts'],
  ...['recently-viewed/recently-viewed.tsx', 'recently-viewed/store.ts', 'service-list/row-buttons.tsx'],
)
/** Loaded by detail and booking pages once they are alive. */
const afterChoosing = inShop(
  ...['booking-form/availability.tsx', 'booking-form/trip-sheet.tsx', 'booking-form/form-promo.tsx'],
  ...['cancellation/deadlines.tsx', 'service-detail/similar-items.tsx'],
)
/** The back office reads a kind's rules and fields, but never its pages. */
const backOffice = /^src\/admin\/|^src\/services\/[^/]+\/(rules|fields)\.ts$/
const kindPart = /^src\/services\/([^/]+)\/(shop\.tsx|form\.tsx|rules\.ts)$/

/** A line or two each, which rules and forms of one kind share. */
const smallParts = /^src\/services\/[^/]+\/(text|slots)\.ts$/

/**
 * The name of the file that a module of the shop goes to; null leaves it to the bundler. What the back office also needs
 * is kept apart, because it must not fetch the shop.
 */
export function fileOf(module: string, users: ReadonlySet<string>): string | null {
  const isUsedBy = (...names: readonly string[]): boolean => names.some((name) => users.has(name))
  const kinds = (part: string): number => [...users].filter((user) => kindPart.exec(user)?.[2] === part).length
  const isShared = [...users].some((user) => backOffice.test(user))
  const isOfShop = users.size > 1 && !users.has(module)
  const [home, list, detail, booking, payment] = pages.map((name) => users.has(name))
  const isForLooking = home || list
  const isForChoosing = detail || booking
  if (isUsedBy('src/shop/entry-client.ts')) return isShared ? 'common' : 'shop'
  if (afterAll.includes(module)) return 'late'
  if (afterChoosing.includes(module)) return 'choosing-late'
  if (!isOfShop) return null
  if (smallParts.test(module)) return 'common'
  const isAfterAll = isUsedBy(...afterAll)
  if ((isForLooking && (isForChoosing || payment)) || kinds('shop.tsx') > 3) return isShared ? 'common' : 'shop'
  if (isForLooking && isShared) return 'looking-common'
  if (isForLooking && (users.size > 2 || (home && list))) return 'looking'
  if (isAfterAll && (isForChoosing || payment)) return isShared ? 'dialogs' : 'trip'
  if (isAfterAll) return isShared ? 'late-common' : 'late'
  if ((isForChoosing || isUsedBy(...afterChoosing)) && payment) return isShared ? 'inputs' : 'trip'
  if (detail || kinds('rules.ts') > 1) return isShared ? 'inputs' : 'booking-form'
  if (kinds('shop.tsx') > (isShared ? 0 : 1)) return isShared ? 'kinds-common' : 'kinds'
  if (kinds('form.tsx') > 1) return isShared ? 'kind-inputs' : 'kind-fields'
  if (booking) return isShared ? 'inputs' : 'contact'
  if (payment && users.size > 2) return isShared ? 'inputs' : 'paying'
  if (isUsedBy(...afterChoosing)) return isShared ? 'choosing-late-common' : 'choosing-late'
  return null
}

export function filesByUse(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let uses: Uses = new Map()
  const plugin: Plugin = {
    name: 'safar:files-by-use',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async buildStart() {
      const { build, mode } = this.environment.config
      if (!build.write) return
      const builder = await createBuilder({
        ...{ root, mode, logLevel: 'error' },
        environments: { client: { build: { write: false, minify: false } } },
      })
      const { client } = builder.environments
      if (!client) return
      const { output } = (await builder.build(client)) as Rolldown.RolldownOutput
      uses = usesOf(output.filter((file) => file.type === 'chunk'))
    },
  }
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: 'react', test: react },
    { name: 'frameworks', test: frameworks },
    {
      name: (id) => fileOf(inProject(id), uses.get(id) ?? new Set()),
      debugName: 'by use',
      includeDependenciesRecursively: false,
    },
  ]
  return { plugin, groups }
}
