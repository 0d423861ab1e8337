// Content below the first screen has `data-later`: the browser lays it out when it comes near (shop.css). So a slow
// phone paints the first screen sooner and responds while the script loads. This is for the server's page only. Once
// alive, the rest is laid out piece by piece in idle moments, because scroll positions need real heights (C011).

const isWhole = 'data-whole'

/** At once, for a page that is not shown from its top. */
export const drawAll = (): void => document.documentElement.setAttribute(isWhole, '')

/** One piece per idle moment; visible and focused pieces are laid out already. */
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
