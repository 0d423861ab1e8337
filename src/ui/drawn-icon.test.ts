import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import drawnIcon, { type IconData } from './drawn-icon.ts'

type Icon = FunctionComponent<Readonly<Record<string, unknown>>>
const root = path.join(import.meta.dirname, '../..')
const icons = path.join(root, 'node_modules/lucide-react/dist/esm/icons')
/** The icon's file: the package names it after the icon. */
const load = async (file: string): Promise<{ default: Icon; __iconData: IconData }> =>
  import(pathToFileURL(path.join(icons, file)).href)
const draw = (icon: Icon, props: Readonly<Record<string, unknown>>): string[] =>
  (renderToStaticMarkup(createElement(icon, props)).match(/<[^>]+>/g) ?? []).map((tag) =>
    (tag.match(/[^\s"<>]+="[^"]*"/g) ?? []).sort().join(' '),
  )

test('every icon is drawn as by its package, with each prop that the shop gives one', async () => {
  const files = globSync('*.mjs', { cwd: icons }).filter((_, place) => place % 40 === 0)
  expect(files.length).toBeGreaterThan(30)
  const uses = [
    {},
    { className: 'size-5 shrink-0', 'aria-hidden': 'true' },
    { className: ' size-4  mirror ', strokeWidth: 1.75 },
    { role: 'img', 'aria-label': 'Paid', fill: 'currentColor', 'data-x': 1 },
    { 'aria-label': undefined, className: 'lucide' },
  ]
  for (const file of [...files, 'star.mjs', 'circle-alert.mjs']) {
    const { default: icon, __iconData: data } = await load(file)
    if (!data) continue
    for (const props of uses) expect([file, draw(drawnIcon(data) as Icon, props)]).toEqual([file, draw(icon, props)])
  }
})

test('no icon is given a prop that only the package itself understands', () => {
  const given = globSync('src/**/*.tsx', { cwd: root }).flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const imported = /import \{([^}]*)\} from 'lucide-react'/.exec(source)?.[1] ?? ''
    const names = imported.split(',').flatMap((name) => /(\w+)\s*$/.exec(name.trim())?.[1] ?? [])
    return [...names, 'Icon'].flatMap((name) =>
      [...source.matchAll(new RegExp(`<${name}\\s[^>]*>`, 'g'))].map(([element]) => `${file}: ${element}`),
    )
  })
  expect(given.length).toBeGreaterThan(100)
  expect(given.filter((each) => /\s(size|color|absoluteStrokeWidth|nonScalingStroke|ref)=/.test(each))).toEqual([])
})
