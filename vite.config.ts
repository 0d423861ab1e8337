import { existsSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import reactPlugin from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { filesByUse } from './tools/vite/chunks.ts'
import { flags } from './tools/vite/flags.ts'
import { smallIcons } from './tools/vite/icons.ts'
import { smallLoader } from './tools/vite/loader.ts'
import { messageAlias, messages } from './tools/vite/messages.ts'
import { withoutSeeds } from './tools/vite/seeds.ts'

const entries = { starter: 'src/shop/start/starter.ts', shop: 'src/shop/entry-client.ts', admin: 'src/admin/entry.tsx' }
const existing = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)))

const files = filesByUse()

const plugins = () => [
  messages({ split: true }),
  smallIcons(),
  smallLoader(),
  withoutSeeds(),
  flags(),
  reactPlugin(),
  tailwindcss(),
]

// dist/client: what browsers fetch, with a manifest; dist/server: the renderer of the shop's pages (docs/ARCHITECTURE.md).
export default defineConfig(({ mode }) => ({
  appType: 'custom',
  plugins: [...plugins(), files.plugin],
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
        // See tools/vite/loader.ts.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        rolldownOptions: {
          input: existing,
          output: {
            // Scripts name all that they can ever fetch, so names are short: the manifest knows whose is whose.
            chunkFileNames: 'assets/[hash].js',
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
