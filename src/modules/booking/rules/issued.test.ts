import { describe, expect, it } from 'vitest'
import { caseStageOf, type NewestDocument, openDocuments } from './documents.ts'
import { deliveredOf, type IssuedVersion, isAllDelivered } from './issued.ts'

const version = (travelerId: string | null, number: number, isDelivered = true): IssuedVersion => ({
  ...{ travelerId, version: number, isDelivered },
})
const visa = { label: 'Visa', perTraveller: true }
const clearance = { label: 'Clearance', perTraveller: false }

describe('delivered documents', () => {
  it('are the newest delivered version per traveller', () => {
    const all = [version('a', 1), version('a', 2), version('a', 3, false), version('b', 1, false), version(null, 1)]
    expect(deliveredOf(all)).toEqual([version('a', 2), version(null, 1)])
    expect(deliveredOf([])).toEqual([])
  })
  it('are complete with one per traveller, or one per booking; never for kinds that issue nothing', () => {
    expect(isAllDelivered(visa, 2, [version('a', 1), version('a', 2)])).toBe(false)
    expect(isAllDelivered(visa, 2, [version('a', 1), version('b', 1, false)])).toBe(false)
    expect(isAllDelivered(visa, 2, [version('a', 1), version('b', 1)])).toBe(true)
    expect(isAllDelivered(visa, 1, [version(null, 1)])).toBe(false)
    expect(isAllDelivered(clearance, 1, [version(null, 1)])).toBe(true)
    expect(isAllDelivered(clearance, 1, [])).toBe(false)
    expect(isAllDelivered(undefined, 0, [])).toBe(false)
  })
})

describe('missing documents', () => {
  const requirements = [
    { name: 'passport', label: 'Passport', required: true, perTraveller: true },
    { name: 'letter', label: 'Letter', required: false, perTraveller: true },
  ]
  const newest = (name: string, travelerId: string, wanted: string | null = null): NewestDocument => ({
    ...{ name, travelerId, version: 1, wanted, isAccepted: false },
  })
  const open = (documents: readonly NewestDocument[]) => openDocuments(requirements, ['a', 'b'], 2, documents)
  const good = [newest('passport', 'a'), newest('passport', 'b')]
  it('are the required ones without a file and those that staff refused, each once', () => {
    expect(open(good)).toEqual([])
    expect(open([newest('passport', 'a')])).toEqual([{ name: 'passport', travelerId: 'b' }])
    expect(open([newest('passport', 'a'), newest('passport', 'b', 'Glare')])).toEqual([
      { name: 'passport', travelerId: 'b' },
    ])
    expect(open([...good, newest('letter', 'a', 'Old'), newest('letter', 'b')])).toEqual([
      { name: 'letter', travelerId: 'a' },
    ])
  })
  it('decide the case stage until everything is delivered', () => {
    expect(caseStageOf(requirements, [1], false)).toBe('waiting_for_documents')
    expect(caseStageOf(requirements, [], false)).toBe('documents_received')
    expect(caseStageOf(requirements, [1], true)).toBe('document_delivered')
    expect(caseStageOf([], [], false)).toBeNull()
    expect(caseStageOf([], [], true)).toBe('document_delivered')
  })
})
