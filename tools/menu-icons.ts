// node tools/menu-icons.ts: writes public/icons/menu.svg, a sprite of the menu icons drawn by lucide. Run it after a
// change of the list or of lucide; a test compares the file with both.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { menuIcons } from '../src/modules/content/rules/menu-icons.ts'

const lucide = await import('lucide-react')

function symbolOf(name: (typeof menuIcons)[number]): string {
  const drawn = renderToStaticMarkup(createElement(lucide[name]))
  const shapes = /^<svg[^>]*>(.*)<\/svg>$/.exec(drawn)?.[1]
  if (!shapes) throw new Error(`lucide does not draw ${name}`)
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/><\/(path|circle|rect|line|polyline)>/g, '/>')}</symbol>`
}

/** One line for each icon. The page sets colour and width of the strokes. */
export const drawMenuIcons = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- lucide.dev, ISC licence -->\n${menuIcons.map(symbolOf).join('\n')}\n</svg>\n`

if (import.meta.main) await writeFile(path.join(import.meta.dirname, '../public/icons/menu.svg'), drawMenuIcons())
