// What lies below the first screen carries `data-later`: the browser does not style and lay it out until it comes near
// (shop.css), so that a slow phone has the first screen sooner, and answers while the shop's script arrives. That holds
// for the page of the server only. Once it is alive the rest is drawn piece by piece whenever nothing else is to be
// done, since a height that is guessed is no place to come back to (C011).

const isWhole = 'data-whole'

/** At once; for a page that is not shown from its top. */
export const drawAll = (): void => document.documentElement.setAttribute(isWhole, '')

/** One piece in each idle moment; what has focus or is in sight has been drawn already. */
export function drawRest(): void {
  const piece = document.querySelector('[data-later]')
  if (!piece || document.documentElement.hasAttribute(isWhole)) {
    drawAll()
    return
  }
  piece.removeAttribute('data-later')
  whenIdle(drawRest)
}

export function whenIdle(begin: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 1_000 })
  else setTimeout(begin, 50)
}
