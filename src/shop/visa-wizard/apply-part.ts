import type { ApplyCard } from './apply-card.tsx'

let shown: typeof ApplyCard | undefined

/** The way into an application: loaded by the loader of kinds with applications, so other pages never carry it. */
export async function loadApplyCard(): Promise<void> {
  shown ??= (await import('./apply-card.tsx')).ApplyCard
}
export const applyCard = (): typeof ApplyCard | undefined => shown
