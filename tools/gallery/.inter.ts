import { chromium } from '/work/main/node_modules/@playwright/test/index.mjs'
import { build, preview } from '/work/main/node_modules/vite/dist/node/index.js'

const configFile = '/work/main/tools/gallery/vite.config.ts'
await build({ configFile, logLevel: 'error' })
const server = await preview({ configFile, preview: { port: 0, host: '127.0.0.1' } })
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const p = await b.newPage({ viewport: { width: 900, height: 700 } })
p.on('console', (m) => console.log('console', m.text()))
p.on('pageerror', (m) => console.log('err', m.message))
await p.goto(server.resolvedUrls!.local[0]!)
await p.getByRole('button', { name: 'Open dialog' }).click()
console.log(
  'focus in dialog:',
  await p.evaluate(() => document.activeElement?.getAttribute('aria-label')),
  await p.evaluate(() => document.querySelectorAll('dialog:modal').length),
)
await p.evaluate(() => {
  document.querySelectorAll('button') as any
})
await p.screenshot({ path: '/tmp/shots/dialog.png' })
await p.keyboard.press('Escape')
console.log(
  'after escape focus:',
  await p.evaluate(() => document.activeElement?.textContent),
  await p.evaluate(() => document.querySelectorAll('dialog[open]').length),
)
await p.getByRole('button', { name: 'Good message' }).click()
await p.getByRole('button', { name: 'Bad message' }).click()
await p.getByRole('tab', { name: 'Overview' }).focus()
await p.keyboard.press('ArrowRight')
console.log(
  'tab:',
  await p.evaluate(() => document.activeElement?.textContent),
  await p.evaluate(() => [...document.querySelectorAll('[role=tabpanel]')].map((x) => x.getAttribute('hidden'))),
)
await p.keyboard.press('Home')
console.log(
  'tab:',
  await p.evaluate(() => document.activeElement?.textContent),
  await p.evaluate(() => [...document.querySelectorAll('[role=tabpanel]')].map((x) => x.getAttribute('hidden'))),
)
await p.waitForTimeout(300)
await p.screenshot({ path: '/tmp/shots/toast.png' })
await p.waitForTimeout(4100)
console.log('toasts left:', await p.locator('.toast').allInnerTexts())
await p.getByRole('button', { name: 'Close message' }).click()
console.log('toasts left:', await p.locator('.toast').count())
const c = p.getByRole('button', { name: 'Copy reference' })
await c.click()
console.log('copied:', await p.getByRole('button', { name: 'Copied!' }).count())
await p.getByRole('button', { name: 'Remove one child' }).click()
await p.getByRole('button', { name: 'Add one child' }).click()
console.log(await p.locator('output').allInnerTexts())
await p.getByRole('button', { name: 'Open drawer' }).click()
await p.waitForTimeout(300)
await p.screenshot({ path: '/tmp/shots/drawer.png' })
// no-JS-like fonts
console.log(
  'fonts:',
  await p.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((r) => r.name.includes('woff2'))
      .map((r) => r.name.split('/').pop() + ' ' + (r as any).decodedBodySize),
  ),
)
await b.close()
await server.close()
