import { existsSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import reactPlugin from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messageAlias, messages } from './tools/vite/messages.ts'
import { withoutSeeds } from './tools/vite/seeds.ts'

const entries = { starter: 'src/shop/start/starter.ts', shop: 'src/shop/entry-client.ts', admin: 'src/admin/entry.tsx' }
const existing = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)))

/** React apart from the other libraries: each is then read by itself, and a slow phone can answer in between. */
const react = /node_modules[\\/](react|react-dom|scheduler)[\\/]/
/**
 * What else every page of the shop needs of libraries, together: one file that stays the same from release to release.
 * Without the parts of them that only some pages or the back office use: those come with them.
 */
const frameworks =
  /node_modules[\\/](@tanstack|use-intl|icu-minify|@formatjs)[\\/](?!.*(mutationObserver|useMutation|infiniteQuery(?!Options)|useInfiniteQuery|queriesObserver|useQueries|useBlocker))/

/** The shop's own part of every page, and the form of every kind: one file each instead of a dozen small ones. */
const everyPage =
  /src[\\/]shop[\\/](client[\\/](context|api|query-client|queries|use-chrome)|routing[\\/](search|link)|account[\\/]auth-client|head[\\/]page-head|start[\\/](document|use-alive)|pictures[\\/]shop-picture)\.tsx?$/
const bookingForm =
  /src[\\/]shop[\\/]booking-form[\\/](booking-form|form-rules|form-errors|form-sum|more-dates|party-fields|price-bar|trip-fields|control-id|use-booking-form|use-form-words|use-second-step|use-server-price)\.tsx?$/
/** Cards of items, and what all prices need. */
const cards = /src[\\/]shop[\\/]service-list[\\/](service-card|card-row)\.tsx$/
const prices = /src[\\/](ui[\\/]price|shop[\\/]money[\\/](shop-price|use-money))\.tsx?$/
/** The panels of every kind, and the page of an item around them. */
const panels = /(services[\\/]shared[\\/](panels|content-panels)\.tsx|room-messages:services[\\/]shared[\\/]shop)$/
const detailPage =
  /src[\\/](ui[\\/]tabs|shop[\\/]service-detail[\\/](booking-card|media|service-head|service-tabs|service-view|similar-part))\.tsx?$/

// dist/client: what browsers fetch, with a manifest; dist/server: the renderer of the shop's pages (docs/ARCHITECTURE.md).
export default defineConfig(({ mode }) => ({
  appType: 'custom',
  plugins: [messages(), withoutSeeds(), reactPlugin(), tailwindcss()],
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
              groups: [
                { name: 'react', test: react },
                { name: 'frameworks', test: frameworks },
                { name: 'every-page', test: everyPage, includeDependenciesRecursively: false },
                { name: 'booking-form', test: bookingForm, includeDependenciesRecursively: false },
                { name: 'cards', test: cards, includeDependenciesRecursively: false },
                { name: 'prices', test: prices, includeDependenciesRecursively: false },
                { name: 'panels', test: panels, includeDependenciesRecursively: false },
                { name: 'detail-page', test: detailPage, includeDependenciesRecursively: false },
              ],
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
