import type { Plugin } from 'vite'

const seedLine = /^ *seed: \(\) => import\('\.\/seed\.ts'\),\n/m

/** Pages never fill a database: without this the address of each kind's demo world stands in the script of every page. */
export const withoutSeeds = (): Plugin => ({
  name: 'safar:without-seeds',
  transform: {
    order: 'pre',
    filter: { id: /[\\/]src[\\/]services[\\/][^\\/]+[\\/]index\.ts$/ },
    handler: (code) => ({ code: code.replace(seedLine, ''), map: null }),
  },
})
