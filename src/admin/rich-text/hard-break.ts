import type { NodeSpec } from 'prosemirror-model'

/** A line break within a block, in every editor. */
export const hardBreak: NodeSpec = {
  inline: true,
  group: 'inline',
  selectable: false,
  parseDOM: [{ tag: 'br' }],
  toDOM: () => ['br'],
}
