import type { SeedService } from '../kind.ts'
export const seed: readonly SeedService[] = []
