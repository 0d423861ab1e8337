import type { PageSource } from '../../src/web/pages.server.ts'

/** Replaces src/web/page-source.server.ts in tests of the API and the jobs. */
const noPages: PageSource = {
  isDevelopment: false,
  load: () => Promise.reject(new Error('This shop was started without pages')),
  serveFiles: async () => {},
}
export const builtPages = async (): Promise<PageSource> => noPages
export const sourcePages = async () => builtPages()
