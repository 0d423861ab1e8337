// Tests are faster than anybody's hands. What they do to a page of the storefront waits until its scripts have taken it
// over, as opening it, reloading it, and going back and forward do. Pages of the back office are drawn by scripts alone:
// what can be seen of them lives.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** The shop marks its document once it has taken it over and drawn the rest of it (use-alive.ts, draw-later.ts). */
const lifeless = 'html:not([data-whole]) #shop'
/** Longer than any page takes; shorter than a test may. */
const longest = 20_000

/** The page lives, or is none of the storefront. */
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
  // Documents that a link or a form has opened.
  void page.addLocatorHandler(page.locator(lifeless), () => untilAlive(page)).catch(() => {})
}

/** From here on every page of the context is used when it lives. Not for contexts without scripts. */
export async function whenAlive(context: BrowserContext): Promise<BrowserContext> {
  context.on('page', watchLife)
  if (process.env.E2E_SLOW) context.on('page', slowDown)
  return context
}

/** E2E_SLOW=8: the scripts of pages take eight times as long, as on a busy machine; what tests do does not. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.E2E_SLOW) })
}

/** Somebody else's browser. */
export const otherBrowser = async (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> =>
  whenAlive(await browser.newContext(options))
