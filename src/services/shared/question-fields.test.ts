import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { say } from '../../platform/messages.server.ts'
import { questions } from './question-fields.ts'

const schema = z.strictObject(questions())
const read = (faq: unknown) => schema.parse({ faq }).faq
const errorOf = (faq: unknown) => say(schema.safeParse({ faq }).error?.issues[0]?.message ?? '')
const lunch = { question: 'Is lunch included?', answer: 'Yes, at noon.' }

describe('questions and answers', () => {
  it('are read from rows, their JSON, and lines that hold both', () => {
    expect(schema.parse({})).toEqual({ faq: [] })
    for (const given of [[{ question: ' Is lunch included? ', answer: 'Yes, at noon. ' }], JSON.stringify([lunch])])
      expect(read(given)).toEqual([lunch])
    expect(read(['Is lunch included? Yes, at noon.'])).toEqual([lunch])
    expect(read(['هل الغداء مشمول؟ نعم، ظهرًا.'])).toEqual([{ question: 'هل الغداء مشمول؟', answer: 'نعم، ظهرًا.' }])
    expect(read([lunch, { question: '', answer: '' }])).toEqual([lunch])
  })
  it('are stored as read', () => {
    const odd = [{ question: 'A = B; C? D?', answer: 'Line one\nLine two?' }]
    expect(read(JSON.stringify(read(odd)))).toEqual(odd)
  })
  it('name the row that lacks a half, is too long, or one too many', () => {
    expect(errorOf([lunch, { question: 'And dinner?', answer: ' ' }])).toBe(
      'Please enter both question 2 and its answer',
    )
    expect(errorOf(['No question mark'])).toBe('Please enter both question 1 and its answer')
    expect(errorOf([{ ...lunch, answer: 'x'.repeat(2001) }])).toBe(
      'Question 1 is too long: at most 300 characters, and 2000 in its answer',
    )
    expect(errorOf(Array.from({ length: 31 }, () => lunch))).toBe('At most 30 questions')
  })
  it('are refused as anything else', () => {
    for (const given of ['{', 7, [7], {}, [[]]])
      expect(errorOf(given)).toBe(
        'Please enter each question with its answer, such as: Is lunch included? Yes, at noon.',
      )
  })
})
