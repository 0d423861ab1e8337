/**
 * A font may have no anchor for some pairs of letter and mark; Noto Nastaliq Urdu has many such pairs. OpenType then leaves
 * the pair to the next lookup, but fontkit (2.0.4) throws. This makes it skip them.
 */
interface Positioning {
  applyLookup: (type: number, table: unknown) => boolean
  applyAnchor: (mark: { readonly markAnchor: unknown }, base: unknown, at: number) => void
}
const noAnchor = Symbol('no anchor')

/** `font`: as PDFKit embeds it. Standard fonts have no marks. */
export function skipMissingAnchors(font: unknown): void {
  const engine = (font as { font?: { _layoutEngine?: { engine?: { GPOSProcessor?: Positioning } } } }).font
    ?._layoutEngine
  const processor = engine?.engine?.GPOSProcessor
  if (!processor || Object.hasOwn(processor, 'applyAnchor')) return
  const { applyLookup, applyAnchor } = processor
  processor.applyAnchor = function (mark, base, at) {
    if (!base || !mark.markAnchor) throw noAnchor
    applyAnchor.call(this, mark, base, at)
  }
  processor.applyLookup = function (type, table) {
    try {
      return applyLookup.call(this, type, table)
    } catch (error) {
      if (error === noAnchor) return false
      throw error
    }
  }
}
