import path from 'node:path'
import type { Plugin } from 'vite'

const drawnIcon = path.join(import.meta.dirname, '../../src/ui/drawn-icon.ts')

/** Exchanges what lucide-react makes components with for the few lines of it that the shop needs. */
export const smallIcons = (): Plugin => ({
  name: 'safar:small-icons',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: () => drawnIcon,
  },
})
