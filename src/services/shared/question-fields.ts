import * as z from 'zod/mini'
import type { FieldSpec } from '../kind.ts'
import { text } from './text.ts'

export interface Question {
  readonly question: string
  readonly answer: string
}
export const maxQuestions = 30
const maxQuestion = 300
const maxAnswer = 2000

const word = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** 'Is lunch included? Yes, at noon.', with the mark of any language, or an object; null for anything else. */
function readQuestion(value: unknown): Question | null {
  if (typeof value === 'string') {
    const [, question = value, answer = ''] = /^([^?؟]*[?؟])([\s\S]*)$/.exec(value) ?? []
    return { question: question.trim(), answer: answer.trim() }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { question, answer } = value as Record<string, unknown>
  return { question: word(question), answer: word(answer) }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Reads a list of questions, or its JSON text. Blank rows are dropped; null for anything else. */
export function readQuestions(value: unknown): Question[] | null {
  if (value === null || value === undefined || value === '') return []
  const list = typeof value === 'string' ? parseJson(value) : value
  if (!Array.isArray(list) || list.length > 200) return null
  const rows = list.map(readQuestion)
  return rows.every((one) => one !== null)
    ? rows.filter(({ question, answer }) => question !== '' || answer !== '')
    : null
}

function objection(questions: readonly Question[] | null) {
  if (questions === null) return text('fields.questions.badRow')
  if (questions.length > maxQuestions) return text('fields.questions.tooMany', { max: maxQuestions })
  const half = questions.findIndex(({ question, answer }) => question === '' || answer === '')
  if (half >= 0) return text('fields.questions.incomplete', { number: half + 1 })
  const long = questions.findIndex(({ question, answer }) => question.length > maxQuestion || answer.length > maxAnswer)
  return long < 0
    ? null
    : text('fields.questions.tooLong', { number: long + 1, question: maxQuestion, answer: maxAnswer })
}

/** Frequently asked questions. */
export const questions = () => ({
  faq: z._default(
    z.pipe(
      z.unknown(),
      z.transform((value, context): Question[] => {
        const rows = readQuestions(value)
        const message = objection(rows)
        if (message !== null) context.issues.push({ code: 'custom', message, input: value })
        return rows ?? []
      }),
    ),
    [],
  ),
})
/** A cell of the upload's template. */
export const questionsExample = text('fields.questions.example')
export const questionsSpec: FieldSpec = {
  name: 'faq',
  label: text('fields.questions.label'),
  group: 'content',
  input: 'questions',
  hint: text('fields.questions.hint'),
  translatable: true,
}
