// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readDraft } from '../booking-form/draft.ts'
import { tourOf } from '../testing/fake-api.ts'
import { renameStoredAnswers } from './stored-answers.ts'

const service = tourOf()
const storeDraft = (details: object) =>
  sessionStorage.setItem(`safar-draft:${service.id}`, JSON.stringify({ date: '2026-12-05', details }))

test('a draft of an earlier version keeps its answers, under their present names', () => {
  storeDraft({ passengerName: 'Imran Shaikh', flightNumber: 'EK501', acknowledgeShortNotice: true, pnr: '' })
  renameStoredAnswers(service.id)
  const present = {
    passenger_name: 'Imran Shaikh',
    flight_number: 'EK501',
    acknowledge_short_notice: true,
    pnr: '',
  }
  expect(readDraft(service)).toMatchObject({ date: '2026-12-05' })
  expect(readDraft(service).details).toEqual(present)
  renameStoredAnswers(service.id)
  expect(readDraft(service).details).toEqual(present)
})

test('an unreadable draft is left to the form', () => {
  sessionStorage.setItem(`safar-draft:${service.id}`, '{"details":')
  renameStoredAnswers(service.id)
  expect(readDraft(service).details).toEqual({})
})
