import { existsSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import reactPlugin from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { filesByUse } from './tools/vite/chunks.ts'
import { flags } from './tools/vite/flags.ts'
import { messageAlias, messages } from './tools/vite/messages.ts'
import { withoutSeeds } from './tools/vite/seeds.ts'

const entries = { starter: 'src/shop/start/starter.ts', shop: 'src/shop/entry-client.ts', admin: 'src/admin/entry.tsx' }
const existing = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)))

const files = filesByUse()

// dist/client: what browsers fetch, with a manifest; dist/server: the renderer of the shop's pages (docs/ARCHITECTURE.md).
export default defineConfig(({ mode }) => ({
  appType: 'custom',
  plugins: [messages(), withoutSeeds(), flags(), reactPlugin(), tailwindcss(), files.plugin],
  resolve: { alias: messageAlias },
  build: { target: 'baseline-widely-available', reportCompressedSize: false },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'ssr']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        // The preload helper's inline polyfill is for browsers older than the target.
        // What only the back office reads of a kind is not named, with all that it imports, in the script of every page.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, imported) => (/[\\/]fields-[^\\/]+$/.test(file) ? [] : imported),
        },
        rolldownOptions: {
          input: existing,
          output: {
            // Scripts name all that they can ever fetch, and 2 kB of a page's were those names: the manifest knows whose is whose.
            chunkFileNames: ({ name }) => (name === 'fields' ? 'assets/fields-[hash].js' : 'assets/[hash].js'),
            codeSplitting: {
              groups: files.groups,
            },
          },
        },
      },
    },
    ssr: {
      // One file without packages beside it in production; in development Node loads packages itself, but for the one
      // whose reading of messages is exchanged above.
      resolve: { noExternal: mode === 'production' ? true : ['use-intl'] },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/shop/entry-server.tsx' },
      },
    },
  },
}))
