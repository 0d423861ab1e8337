import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { factsOf, type Language, officeLanguages } from '../kernel/language.ts'
import { fileIn } from '../kernel/language-files.ts'
import { say } from '../platform/messages.server.ts'
import type { PageRenderer, PageSource } from './pages.server.ts'
import { serveBuiltFiles } from './static-files.server.ts'
import { text } from './text.ts'

/** The exports of the shop's server entry. */
type Entry = Pick<PageRenderer, 'render' | 'currencyCookie'> & {
  readAssets: (manifest: unknown) => unknown
  developmentAssets: unknown
}
type Manifest = Readonly<Record<string, { file: string; css?: readonly string[]; imports?: readonly string[] }>>

const adminEntry = 'src/admin/entry.tsx'

/** The output of `npm run build`: the renderer and the browser's files. */
export async function builtPages(root: string): Promise<PageSource> {
  const client = path.join(root, 'dist/client')
  const manifest = JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = (await import(pathToFileURL(path.join(root, 'dist/server/entry-server.js')).href)) as Entry
  const renderer: PageRenderer = {
    render: entry.render,
    currencyCookie: entry.currencyCookie,
    assets: entry.readAssets(manifest),
    adminShell: adminShells((language) => shellOf(language, adminFiles(manifest, language))),
  }
  return {
    isDevelopment: false,
    load: async () => renderer,
    serveFiles: (app) => serveBuiltFiles(app, client),
  }
}

/** Vite in front of our routes, with hot reload. */
export async function sourcePages(root: string): Promise<PageSource> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } })
  const files = { script: `/${adminEntry}`, styles: [], modules: [] }
  const shells = new Map<Language, string>()
  for (const language of officeLanguages)
    shells.set(language, await vite.transformIndexHtml('/admin', shellOf(language, files)))
  return {
    isDevelopment: true,
    load: async () => {
      const entry = (await vite.ssrLoadModule('/src/shop/entry-server.tsx')) as Entry
      return {
        render: entry.render,
        currencyCookie: entry.currencyCookie,
        assets: entry.developmentAssets,
        adminShell: adminShells((language) => shells.get(language) ?? ''),
      }
    },
    serveFiles: async (app: FastifyInstance) => {
      app.addHook('onRequest', (request, reply, done) => {
        // The API's strict policy would block Vite's modules.
        reply.removeHeader('content-security-policy')
        vite.middlewares(request.raw, reply.raw, () => done())
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}

type ShellFiles = { script: string; styles: readonly string[]; modules: readonly string[] }

const adminShells = (draw: (language: Language) => string): PageRenderer['adminShell'] => {
  const drawn = new Map(officeLanguages.map((language) => [language, draw(language)]))
  return (language) => drawn.get(language) ?? ''
}

function adminFiles(manifest: Manifest, language: Language): ShellFiles | null {
  const entry = manifest[adminEntry]
  if (!entry) return null
  const styles = new Set<string>()
  const modules = new Set<string>()
  const visit = (source: string): void => {
    const chunk = manifest[source]
    if (!chunk || modules.has(chunk.file)) return
    modules.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(`/${style}`)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(adminEntry)
  modules.delete(entry.file)
  const at = (file: string) => fileIn(language, `/${file}`)
  return { script: at(entry.file), styles: [...styles], modules: [...modules].map(at) }
}

const shellOf = (language: Language, files: ShellFiles | null): string => `<!doctype html>
<html lang="${language}" dir="${factsOf(language).direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${say(text('office.title'), language)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${(files?.styles ?? []).map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${(files?.modules ?? []).map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
</head>
<body>
<div id="admin"></div>
${files ? `<script type="module" src="${files.script}"></script>` : `<p>${say(text('office.notBuilt'), language)}</p>`}
</body>
</html>
`
