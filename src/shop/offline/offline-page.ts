import { escapeHtml } from '../../kernel/html.ts'
import { factsOf, type Language } from '../../kernel/language.ts'

export type OfflineWords = {
  readonly title: string
  readonly text: string
  readonly again: string
  readonly home: string
}

/** `path`: the home page. */
type Place = { readonly language: Language; readonly path: string }

/** Self-contained, since there is no network. Both ways on are links, so it needs no script. */
export const offlinePage = (
  { title, text, again, home }: OfflineWords,
  { language, path }: Place,
): string => `<!doctype html>
<html lang="${language}" dir="${factsOf(language).direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; --ground: #fdfbf7; --ink: #1f2430; --ink-2: #555b68; --line: #8a8f99; --primary: #1d4ed8; --on: #fff }
@media (prefers-color-scheme: dark) { :root { --ground: #14171f; --ink: #f3f0ea; --ink-2: #b9bdc7; --line: #7b818d; --primary: #9db8ff; --on: #10131a } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem; background: var(--ground); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 30rem }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2 }
p { margin: 0 0 1.5rem; color: var(--ink-2) }
nav { display: flex; flex-wrap: wrap; gap: .75rem }
a { display: inline-flex; align-items: center; min-height: 3rem; padding: 0 1.25rem; border: 1px solid var(--line); border-radius: .75rem; color: var(--ink); font-weight: 600; text-decoration: none }
a:first-child { border-color: var(--primary); background: var(--primary); color: var(--on) }
a:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px }
svg { width: 4.5rem; height: auto; margin-bottom: 1rem; color: var(--primary) }
:lang(ar) h1, :lang(hi) h1 { line-height: 1.4 }
:lang(ur) body { font-family: "Noto Nastaliq Urdu", "Jameel Noori Nastaleeq", "Urdu Typesetting", system-ui, sans-serif; line-height: 2 }
:lang(ur) h1 { line-height: 1.9 }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 96 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" aria-hidden="true"><path d="M4 40h88" stroke-dasharray="2 9"/><path d="M48 30 22 20l4-5 24 4L66 6q6-4 10 0t-2 9L62 26"/></svg>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<nav><a href="">${escapeHtml(again)}</a><a href="${path}">${escapeHtml(home)}</a></nav>
</main>
</body>
</html>
`
