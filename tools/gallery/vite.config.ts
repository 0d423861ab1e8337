// The gallery alone: `npx vite --config tools/gallery/vite.config.ts`.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = new URL('./', import.meta.url).pathname

export default defineConfig({
  root: here,
  publicDir: new URL('../../public', import.meta.url).pathname,
  cacheDir: new URL('../../node_modules/.vite-gallery', import.meta.url).pathname,
  plugins: [react(), tailwindcss()],
  build: { outDir: new URL('../../node_modules/.gallery', import.meta.url).pathname, emptyOutDir: true },
})
