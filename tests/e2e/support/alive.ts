// Tests act faster than people, so actions on shop pages wait for hydration after each load, reload and history step.
// Back office pages need no wait: they render in the browser only.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** The shop sets this attribute after hydration and deferred rendering (use-alive.ts, draw-later.ts). */
const lifeless = 'html:not([data-whole]) #shop'
/** Milliseconds; shorter than a test's time limit. */
const longest = 20_000

/** Waits for hydration. Returns at once for pages outside the shop. */
async function untilAlive(page: Page): Promise<void> {
  await page.locator(lifeless).waitFor({ state: 'detached', timeout: longest })
}

function watchLife(page: Page): void {
  const opened = <Given extends unknown[], Answer>(open: (...given: Given) => Promise<Answer>) => {
    return async (...given: Given): Promise<Answer> => {
      const answer = await open(...given)
      await untilAlive(page)
      return answer
    }
  }
  page.goto = opened(page.goto.bind(page))
  page.reload = opened(page.reload.bind(page))
  page.goBack = opened(page.goBack.bind(page))
  page.goForward = opened(page.goForward.bind(page))
  // Also covers documents opened by a link or a form.
  void page.addLocatorHandler(page.locator(lifeless), () => untilAlive(page)).catch(() => {})
}

/** Makes actions on all later pages of the context wait for hydration. Not for contexts without JavaScript. */
export async function whenAlive(context: BrowserContext): Promise<BrowserContext> {
  context.on('page', watchLife)
  if (process.env.E2E_SLOW) context.on('page', slowDown)
  return context
}

/** E2E_SLOW=8 slows page scripts down eightfold, like a busy machine, but not the test. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.E2E_SLOW) })
}

export const otherBrowser = async (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> =>
  whenAlive(await browser.newContext(options))
