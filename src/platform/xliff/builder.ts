import type { IncomingDocument, IncomingFile, IncomingUnit, XliffProblem } from './document.ts'

export type Attributes = Readonly<Record<string, string>>

export class XliffFault extends Error {
  readonly problem: XliffProblem
  constructor(problem: XliffProblem) {
    super(problem)
    this.problem = problem
  }
}

const maxTexts = 100_000

interface Segment {
  readonly isBreak: boolean
  readonly state: string
  source: string
  target: string | null
}
interface OpenUnit {
  readonly id: string
  readonly segments: Segment[]
  /** By id: a sign of Markdown. */
  readonly data: Map<string, string>
  /** By id: the signs of a code in the source, for tools that leave the references out of the translation. */
  readonly codes: Map<string, Signs>
}
type Signs = readonly [start: string, end: string]

/** What text belongs to, by the elements that are open. */
type Place = 'data' | 'source' | 'target' | null
interface OpenElement {
  readonly name: string
  readonly place: Place
  /** Written when the element is closed. */
  readonly end: string
}

const finished: readonly string[] = ['translated', 'reviewed', 'final']
/** Annotations of words, without a sign of their own. */
const transparent: readonly string[] = ['xliff:mrk', 'xliff:sm', 'xliff:em']

/** Builds the document while a parser reads it. Throws a `XliffFault`. */
export class DocumentBuilder {
  readonly #elements: OpenElement[] = []
  #head: { readonly source: string; readonly target: string } | null = null
  readonly #files = new Map<string, Map<string, IncomingUnit>>()
  #file: Map<string, IncomingUnit> | null = null
  #unit: OpenUnit | null = null
  #data: string | null = null
  #texts = 0

  open(name: string, attributes: Attributes): void {
    if (this.#elements.length === 0) this.#openRoot(name, attributes)
    else if (this.#place === null) this.#openStructure(name, attributes)
    else this.#openInline(name, attributes)
  }

  text(given: string): void {
    const place = this.#place
    if (place === null || given === '') return
    if (place === 'data') this.#unit?.data.set(this.#data ?? '', (this.#unit.data.get(this.#data ?? '') ?? '') + given)
    else this.#add(place, given)
  }

  close(name: string): void {
    const element = this.#elements.pop()
    if (element && element.end !== '' && element.place !== null && element.place !== 'data')
      this.#add(element.place, element.end)
    if (name === 'xliff:unit') this.#closeUnit()
    if (name === 'xliff:file') this.#file = null
  }

  finished(): IncomingDocument {
    if (this.#head === null || this.#elements.length > 0) throw new XliffFault('unreadable')
    const files = [...this.#files].map(([id, units]): IncomingFile => ({ id, units: [...units.values()] }))
    return { ...this.#head, files }
  }

  get #place(): Place {
    return this.#elements.at(-1)?.place ?? null
  }

  #push(name: string, place: Place = null, end = ''): void {
    this.#elements.push({ name, place, end })
  }

  #openRoot(name: string, { version, srcLang = '', trgLang = '' }: Attributes): void {
    // Other versions have namespaces of their own.
    if (/(?:^|:)xliff$/.test(name) && name !== 'xliff:xliff') throw new XliffFault('version')
    if (name !== 'xliff:xliff' || this.#head !== null) throw new XliffFault('not-xliff')
    if (version !== '2.0' && version !== '2.1') throw new XliffFault('version')
    if (trgLang === '') throw new XliffFault('no-target-language')
    this.#head = { source: srcLang, target: trgLang }
    this.#push(name)
  }

  #openStructure(name: string, attributes: Attributes): void {
    const unit = this.#unit
    const parent = this.#elements.at(-1)?.name ?? ''
    if (name === 'xliff:file' && parent === 'xliff:xliff') this.#openFile(attributes.id ?? '')
    else if (name === 'xliff:unit' && this.#file) this.#openUnit(attributes.id ?? '')
    else if (unit && parent === 'xliff:unit' && (name === 'xliff:segment' || name === 'xliff:ignorable'))
      unit.segments.push({
        isBreak: name === 'xliff:ignorable',
        state: attributes.state ?? 'initial',
        source: '',
        target: null,
      })
    else if (unit && name === 'xliff:data' && parent === 'xliff:originalData') this.#data = attributes.id ?? ''
    const isText = parent === 'xliff:segment' || parent === 'xliff:ignorable'
    const segment = isText ? unit?.segments.at(-1) : undefined
    if (name === 'xliff:data') this.#push(name, unit ? 'data' : null)
    else if (segment && name === 'xliff:source') this.#push(name, 'source')
    else if (segment && name === 'xliff:target') {
      segment.target = ''
      this.#push(name, 'target')
    } else this.#push(name)
  }

  #openFile(id: string): void {
    if (id === '') throw new XliffFault('unreadable')
    if (this.#files.has(id)) throw new XliffFault('same-id')
    this.#file = new Map()
    this.#files.set(id, this.#file)
  }

  #openUnit(id: string): void {
    if (id === '' || this.#unit) throw new XliffFault('unreadable')
    if (this.#file?.has(id)) throw new XliffFault('same-id')
    this.#texts += 1
    if (this.#texts > maxTexts) throw new XliffFault('too-many-texts')
    this.#unit = { id, segments: [], data: new Map(), codes: new Map() }
  }

  #openInline(name: string, attributes: Attributes): void {
    const place = this.#place
    if (name === 'xliff:cp') {
      this.text(characterOf(attributes.hex ?? ''))
      this.#push(name, place)
      return
    }
    const [start, end] = transparent.includes(name) ? ['', ''] : this.#signsOf(name, attributes)
    this.text(start)
    this.#push(name, place, end)
  }

  /** Of a code within a text. Unknown codes would be lost, so they make the file unreadable. */
  #signsOf(name: string, { id = '', dataRef, dataRefStart, dataRefEnd, startRef }: Attributes): Signs {
    const unit = this.#unit
    const known = unit?.codes.get(startRef ?? id)
    const sign = (ref: string | undefined, other: string | undefined): string => {
      const original = ref === undefined ? other : unit?.data.get(ref)
      if (original === undefined) throw new XliffFault('unreadable')
      return original
    }
    const signs = ((): Signs => {
      if (name === 'xliff:pc') return [sign(dataRefStart, known?.[0]), sign(dataRefEnd, known?.[1])]
      if (name === 'xliff:ph' || name === 'xliff:sc') return [sign(dataRef, known?.[0]), '']
      if (name === 'xliff:ec') return [sign(dataRef, known?.[1]), '']
      throw new XliffFault('unreadable')
    })()
    if (this.#place === 'source') unit?.codes.set(id, signs)
    return signs
  }

  #add(place: 'source' | 'target', given: string): void {
    const segment = this.#unit?.segments.at(-1)
    if (!segment) return
    if (place === 'source') segment.source += given
    else segment.target = (segment.target ?? '') + given
  }

  #closeUnit(): void {
    const unit = this.#unit
    if (!unit) return
    this.#unit = null
    this.#file?.set(unit.id, unitOf(unit))
  }
}

function unitOf({ id, segments }: OpenUnit): IncomingUnit {
  const texts = segments.filter(({ isBreak, source }) => !isBreak && source.trim() !== '')
  const isEmpty = ({ target }: Segment) => target === null || target.trim() === ''
  const left = texts.filter(isEmpty)
  return {
    id,
    source: segments.map(({ source }) => source).join(''),
    target: left.length === texts.length ? null : segments.map(({ source, target }) => target ?? source).join(''),
    isPartial: left.length > 0 && left.length < texts.length,
    isFinal: texts.every(({ state }) => finished.includes(state)),
  }
}

/** XLIFF writes what XML cannot hold as its number. */
function characterOf(hex: string): string {
  if (!/^[0-9A-Fa-f]{1,4}$/.test(hex)) throw new XliffFault('unreadable')
  return String.fromCharCode(Number.parseInt(hex, 16))
}
