// Builds the gallery, takes screenshots (three widths, two themes, right to left) and runs axe. Usage: node
// tools/gallery/shots.ts <folder for the PNG files>

import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'

const target = process.argv[2]
if (!target) throw new Error('give a folder for the pictures')
const configFile = new URL('./vite.config.ts', import.meta.url).pathname

await build({ configFile, logLevel: 'warn' })
const server = await preview({ configFile, preview: { port: 0, host: '127.0.0.1' } })
const address = server.resolvedUrls?.local[0]
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
})

let problems = 0
const views = [360, 768, 1280].flatMap((width) => ['light', 'dark'].flatMap((theme) => [`${width}-${theme}-ltr`]))
for (const view of [...views, '360-light-rtl', '1280-dark-rtl']) {
  const [width, theme, dir] = view.split('-')
  const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.log(view, 'page error', error.message))
  await page.goto(`${address}?theme=${theme}&dir=${dir}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Scrolls past all lazy pictures, so that they load.
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  await page.screenshot({ path: `${target}/${view}.png`, fullPage: true })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) console.log(view, `is ${overflow} px too wide`)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  problems += violations.length
  for (const violation of violations)
    console.log(
      view,
      violation.id,
      violation.nodes
        .map((node) => `${node.target} ${node.failureSummary}`)
        .slice(0, 4)
        .join('\n   '),
    )
  await context.close()
}
console.log(`${problems} problems`)
await browser.close()
await server.close()
