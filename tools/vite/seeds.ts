import type { Plugin } from 'vite'

const seedLine = /^ *seed: \(\) => import\('\.\/seed\.ts'\),\n/m

/** Pages never seed a database: without this, every page's script would name the file of each kind's demo data. */
export const withoutSeeds = (): Plugin => ({
  name: 'safar:without-seeds',
  transform: {
    order: 'pre',
    filter: { id: /[\\/]src[\\/]services[\\/][^\\/]+[\\/]index\.ts$/ },
    handler: (code) => ({ code: code.replace(seedLine, ''), map: null }),
  },
})
