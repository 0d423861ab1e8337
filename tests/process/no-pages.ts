import type { PageSource } from '../../src/web/pages.server.ts'

/** Stands in for src/web/page-source.server.ts: the shop's API and jobs are what is looked at. */
const noPages: PageSource = {
  isDevelopment: false,
  load: () => Promise.reject(new Error('This shop was started without pages')),
  serveFiles: async () => {},
}
export const builtPages = async (): Promise<PageSource> => noPages
export const sourcePages = async () => builtPages()
