import type { Import } from './rules.ts'

/**
 * Groups of files that import each other in a ring, type-only and lazy imports included. What two files of a ring share
 * belongs in a file of its own below both. (Tarjan's strongly connected components.)
 */
export function findRings(edges: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to, isPackage } of edges)
    if (!isPackage) next.set(from, (next.get(from) ?? new Set<string>()).add(to))

  const rings: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()

  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    onStack.add(file)
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (onStack.has(to)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(to)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const ring = stack.splice(stack.indexOf(file))
    for (const each of ring) onStack.delete(each)
    if (ring.length > 1 || next.get(file)?.has(file)) rings.push(ring.sort())
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return rings
}
