// Boxes that their words break: read in the page, a line per fault. Each of the three functions runs in the browser, so
// it holds all that it needs.
import type { Page } from '@playwright/test'
import { beyondOf } from './axe.ts'

/** Texts that a box with hidden overflow cuts, other than with an ellipsis or after its number of lines. */
function cutTexts(): string[] {
  const isClipping = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const cuts = new Set<string>()
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement as Element
    if (!node.nodeValue?.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    // Accents and tall scripts may reach beyond their line.
    const tolerance = Number.parseFloat(getComputedStyle(parent).fontSize) / 5
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position, clipPath } = getComputedStyle(box)
      const at = box.getBoundingClientRect()
      // Only for screen readers, or beyond the stage of a carousel.
      if (at.width <= 1 || clipPath !== 'none' || text.right <= at.left || text.left >= at.right) break
      if (/auto|scroll/.test(overflowX + overflowY) || webkitLineClamp !== 'none') break
      if (isClipping(overflowX) && textOverflow === 'ellipsis') break
      const beyond = Math.max(at.left - text.left, text.right - at.right)
      if (isClipping(overflowX) && beyond > 1)
        cuts.add(`${box.localName}.${box.className} cuts ${beyond.toFixed(1)} px off "${node.nodeValue.trim()}"`)
      if (isClipping(overflowY) && (text.top < at.top - tolerance || text.bottom > at.bottom + tolerance))
        cuts.add(`${box.localName}.${box.className} cuts "${node.nodeValue.trim()}" in its height`)
      if (position === 'fixed') break
    }
  }
  return [...cuts]
}

/** Texts that stick out of their block, or of the nearest box with a background or a border, such as a button. */
function burstBoxes(): string[] {
  const isPainted = ({ backgroundColor, backgroundImage, borderTopWidth, borderBottomWidth }: CSSStyleDeclaration) =>
    !/^(rgba\(0, 0, 0, 0\)|transparent)$/.test(backgroundColor) ||
    backgroundImage !== 'none' ||
    (borderTopWidth !== '0px' && borderBottomWidth !== '0px')
  const bursts = new Set<string>()
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement as Element
    if (!node.nodeValue?.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    const { fontSize, whiteSpaceCollapse } = getComputedStyle(parent)
    const tolerance = Number.parseFloat(fontSize) / 5
    // A preserved space at the end of a line hangs out of its box.
    const hanging = whiteSpaceCollapse === 'collapse' ? 1 : 2 * tolerance
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      const at = box.getBoundingClientRect()
      if (style.overflowX !== 'visible' || style.clipPath !== 'none' || style.display === 'contents') break
      const isBlock = style.display !== 'inline'
      const isWide = text.left < at.left - hanging || text.right > at.right + hanging
      const isHigh = text.top < at.top - tolerance || text.bottom > at.bottom + tolerance
      if ((isBlock && isWide) || (isPainted(style) && (isWide || isHigh)))
        bursts.add(`"${node.nodeValue.trim()}" sticks out of ${box.localName}.${box.className}`)
      if (isPainted(style) || /absolute|fixed/.test(style.position)) break
    }
  }
  return [...bursts]
}

/** Controls that lie over each other, unless one holds the other, or floats above the page. */
function overlappingControls(): string[] {
  const isFloating = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(each).position)) return true
    return false
  }
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const controls = [...top.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab]')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isFloating(each))
    // A link that wraps has a box on each line.
    .flatMap((each) => [...each.getClientRects()].map((at) => ({ each, at })))
    .filter(({ at }) => at.width > 1 && at.height > 1)
  const isInside = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1
  const nameOf = (each: Element) =>
    `${each.localName} "${(each.getAttribute('aria-label') ?? each.textContent)?.trim()}"`
  return controls.flatMap(({ each: first, at }, index) =>
    controls
      .slice(index + 1)
      .filter(({ each, at: other }) => {
        const wide = Math.min(at.right, other.right) - Math.max(at.left, other.left)
        const high = Math.min(at.bottom, other.bottom) - Math.max(at.top, other.top)
        // Buttons within a field, and the link of a whole card.
        const holds = first.contains(each) || isInside(other, at) || isInside(at, other)
        return wide > 2 && high > 2 && !holds
      })
      .map(({ each }) => `${nameOf(first)} overlaps ${nameOf(each)}`),
  )
}

export async function brokenBoxes(page: Page): Promise<string[]> {
  const [beyond, cut, burst, overlapping] = await Promise.all([
    beyondOf(page),
    page.evaluate(cutTexts),
    page.evaluate(burstBoxes),
    page.evaluate(overlappingControls),
  ])
  return [...beyond, ...cut, ...burst, ...overlapping]
}
