import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { DocumentBuilder, XliffFault } from './builder.ts'
import { type IncomingDocument, type XliffProblem, xliffNamespace } from './document.ts'

/** XLIFF needs about ten levels; codes within codes a few more. */
const maxDepth = 40
/** Characters at a time: other requests come in between. */
const atATime = 65_536
export type ReadXliff = { readonly document: IncomingDocument } | { readonly problem: XliffProblem }

/**
 * Reads what `writeXliff` wrote and a translator's tool has changed: other segments, more attributes, modules of other
 * namespaces. Takes time in proportion to the length. Declarations, and entities with them, are refused.
 */
export async function readXliff(xml: string): Promise<ReadXliff> {
  try {
    return { document: await parse(xml) }
  } catch (error) {
    if (error instanceof XliffFault) return { problem: error.problem }
    throw error
  }
}

async function parse(xml: string): Promise<IncomingDocument> {
  const builder = new DocumentBuilder()
  const parser = parserFor(builder)
  for (let at = 0; at < xml.length; at += atATime) {
    parser.write(xml.slice(at, at + atATime))
    if (at > 0) await nextTurn()
  }
  parser.close()
  return builder.finished()
}

function parserFor(builder: DocumentBuilder) {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const fail = (problem: XliffProblem) => {
    throw new XliffFault(problem)
  }
  const nameOf = ({ uri, local, name }: { uri: string; local: string; name: string }) =>
    uri === xliffNamespace ? `xliff:${local}` : name
  let depth = 0
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > maxDepth) fail('too-deep')
    const attributes = Object.entries(tag.attributes).map(([name, { value }]) => [name, value])
    builder.open(nameOf(tag), Object.fromEntries(attributes))
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    builder.close(nameOf(tag))
  })
  parser.on('text', (text) => builder.text(text))
  parser.on('cdata', (text) => builder.text(text))
  parser.on('doctype', () => fail('declarations'))
  parser.on('error', () => fail('unreadable'))
  return parser
}
