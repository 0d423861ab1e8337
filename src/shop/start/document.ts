// The HTML document of a rendered page. Its data travels as JSON, never as a script: nothing inline is run, so the
// content policy needs no exception.
import { factsOf, type Language } from '../../kernel/language.ts'
import { fileIn } from '../../kernel/language-files.ts'
import type { RouteAssets } from './assets.ts'

export const rootId = 'shop'
export const stateId = 'shop-state'
/** Read by starter.ts, which imports nothing. */
const modulesId = 'shop-modules'

interface StillDocument {
  /** What React lifted out of the page: title, description, canonical address. */
  readonly head: string
  readonly body: string
  readonly language: Language
  readonly assets: RouteAssets
  /** Nothing on it can be pressed or focused. */
  readonly isInert?: boolean
}
interface DocumentInput extends StillDocument {
  readonly state: unknown
  /** The lazily loaded parts of this page, by source file. */
  readonly parts: readonly string[]
  /** A page to be used at once: its script does not wait for the pictures. */
  readonly startsAtOnce: boolean
}

/**
 * Files in /fonts that a page needs at once. Arabic has one of its own. Urdu's Nastaliq and Devanagari come from the
 * visitor's system (tools/fonts/README.md); Urdu fetches the Arabic file only where the system has no Nastaliq.
 */
export const fontsOf = (language: Language): readonly string[] => [
  ...(language.startsWith('ar') ? ['alexandria-arabic'] : []),
  ...['alexandria-latin', 'bricolage-latin'],
]

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
/** Safe inside a script element: no tag can begin there. */
const embed = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const headOf = ({ head, language, assets }: Omit<StillDocument, 'body'>, more: readonly string[] = []): string => {
  const { direction } = factsOf(language)
  const links = [
    ...fontsOf(language).map(
      (font) => `<link rel="preload" as="font" type="font/woff2" href="/fonts/${font}.woff2" crossorigin>`,
    ),
    ...assets.styles.map((style) => `<link rel="stylesheet" href="${escapeAttribute(style)}">`),
    ...more,
  ]
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
${links.join('\n')}
${head}
</head>`
}

/** A page to read only: no script, no data. */
export const writeStillDocument = ({ body, isInert = false, ...page }: StillDocument): string => `${headOf(page)}
<body>
<div${isInert ? ' inert' : ''}>${body}</div>
</body>
</html>
`

export function writeDocument(page: DocumentInput): string {
  const { body, language, state, assets, parts, startsAtOnce } = page
  const at = (file: string) => fileIn(language, file)
  const modules = [...new Set([...assets.shared, ...parts.flatMap((part) => assets.parts[part] ?? [])])].map(at)
  const scripts = startsAtOnce
    ? [
        ...modules.map((module) => `<link rel="modulepreload" fetchpriority="low" href="${escapeAttribute(module)}">`),
        `<script type="module" fetchpriority="low" src="${escapeAttribute(at(assets.script))}"></script>`,
      ]
    : [`<script type="application/json" id="${modulesId}">${embed([at(assets.script), ...modules])}</script>`]
  return `${headOf(page, [`<script type="module" async src="${escapeAttribute(at(assets.starter))}"></script>`])}
<body>
<div id="${rootId}">${body}</div>
<script type="application/json" id="${stateId}">${embed(state)}</script>
${scripts.join('\n')}
</body>
</html>
`
}
