// Puts pieces of script together, so that visits of pages fetch few files and little that they do not need.

/** Modules that are always fetched together. */
export interface Piece {
  readonly name: string
  /** As compressed. */
  readonly bytes: number
  /** By position: whether a visit fetches it. */
  readonly visits: readonly boolean[]
  /** Names of pieces. */
  readonly imports: readonly string[]
  /** Never together with a piece that is not. */
  readonly isShared: boolean
}
interface File {
  readonly names: readonly string[]
  readonly bytes: number
  readonly visits: readonly boolean[]
  readonly isShared: boolean
  readonly imports: ReadonlySet<File>
}

/** What a file costs beside its content: headers, the names of its imports, worse compression, one more request. */
const fileCost = 1_000

const costOf = (bytes: number, visits: readonly boolean[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, visit) => (visits[visit] ? sum + weight * bytes : sum), 0)
const either = (a: readonly boolean[], b: readonly boolean[]): boolean[] => a.map((is, at) => is || b[at] === true)

function reachOf(file: File, seen = new Set<File>()): Set<File> {
  for (const next of file.imports) {
    if (seen.has(next)) continue
    seen.add(next)
    reachOf(next, seen)
  }
  return seen
}

type Pair = readonly [File, File]
type Reach = ReadonlyMap<File, ReadonlySet<File>>
type Weighed = { readonly reach: Reach; readonly weights: readonly number[] }
/** Whether a file of both would import one that imports it: neither could run first. */
const isCircular = ([a, b]: Pair, reach: Reach): boolean =>
  [...a.imports].some((next) => next !== b && reach.get(next)?.has(b)) ||
  [...b.imports].some((next) => next !== a && reach.get(next)?.has(a))

/**
 * What visits save when both are one file, or anything up to `least`. Visits of either then fetch the imports of both,
 * which only lowers the saving: most pairs are out before their imports are looked at.
 */
function savingOf([a, b]: Pair, { reach, weights }: Weighed, least: number): number {
  const visits = either(a.visits, b.visits)
  const alone = costOf(a.bytes + fileCost, a.visits, weights) + costOf(b.bytes + fileCost, b.visits, weights)
  let saving = alone - costOf(a.bytes + b.bytes + fileCost, visits, weights)
  if (saving <= least) return saving
  for (const file of new Set([...(reach.get(a) ?? []), ...(reach.get(b) ?? [])])) {
    if (saving <= least) return saving
    if (file === a || file === b) continue
    const more = visits.map((needs, at) => needs && !file.visits[at])
    saving -= costOf(file.bytes + fileCost, more, weights)
  }
  return saving
}

type Draft = Omit<File, 'imports'>
const together = (a: Draft, b: Draft): Draft => ({
  names: [...a.names, ...b.names],
  bytes: a.bytes + b.bytes,
  visits: either(a.visits, b.visits),
  isShared: a.isShared,
})

/** Adds what files import, and makes each visit fetch all that its files import. */
function linked(drafts: readonly Draft[], importsOf: (name: string) => readonly string[]): File[] {
  const files = drafts.map((draft) => ({ ...draft, imports: new Set<File>() }))
  const fileOf = new Map(files.flatMap((file) => file.names.map((name) => [name, file] as const)))
  for (const file of files)
    for (const imported of file.names.flatMap(importsOf)) {
      const other = fileOf.get(imported)
      if (other && other !== file) file.imports.add(other)
    }
  for (const file of files)
    for (const next of reachOf(file)) Object.assign(next, { visits: either(next.visits, file.visits) })
  return files
}

function bySignature(pieces: readonly Piece[]): Draft[] {
  const drafts = new Map<string, Draft>()
  for (const { name, ...piece } of pieces) {
    const signature = `${piece.isShared} ${piece.visits.map(Number).join('')}`
    const draft = { ...piece, names: [name] }
    const known = drafts.get(signature)
    drafts.set(signature, known ? together(known, draft) : draft)
  }
  return [...drafts.values()]
}

function bestPair(files: readonly File[], weights: readonly number[]): Pair | undefined {
  const reach = new Map(files.map((file) => [file, reachOf(file)]))
  let best: { readonly pair: Pair; readonly saving: number } | undefined
  for (const [at, a] of files.entries())
    for (const b of files.slice(at + 1)) {
      if (a.isShared !== b.isShared) continue
      const pair: Pair = [a, b]
      const least = best?.saving ?? 0
      const saving = savingOf(pair, { reach, weights }, least)
      if (saving > least && !isCircular(pair, reach)) best = { pair, saving }
    }
  return best?.pair
}

/** The pieces of each file. Merges the two files that save most, until nothing is saved. */
export function mergePieces(pieces: readonly Piece[], weights: readonly number[]): (readonly string[])[] {
  const imports = new Map(pieces.map((piece) => [piece.name, piece.imports]))
  const importsOf = (name: string): readonly string[] => imports.get(name) ?? []
  let files = linked(bySignature(pieces), importsOf)
  for (;;) {
    const pair = bestPair(files, weights)
    if (!pair) return files.map(({ names }) => names)
    files = linked([...files.filter((file) => !pair.includes(file)), together(...pair)], importsOf)
  }
}
