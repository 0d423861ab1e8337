import { Fragment, type ReactNode } from 'react'
import type { Text } from '../../kernel/messages.ts'
import { useSay } from '../../ui/say.tsx'
import type { KindShop } from '../kind.ts'
import type { ItineraryDay } from './itinerary.ts'
import { text as messages } from './text.ts'

type Panel = ReturnType<KindShop['panels']>[number]

export const panel = (id: string, title: Text, body: ReactNode): Panel => ({ id, title, body: () => body })

/** A text of the details, or '' if the page has only the short fields (cards). */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.filter((entry) => typeof entry === 'string'))] : []
export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
export const daysOf = (value: unknown): readonly ItineraryDay[] => (Array.isArray(value) ? value : [])

export const known = (facts: readonly (Text | false | null | undefined)[]): Text[] =>
  facts.filter((fact) => typeof fact === 'string' && fact !== '') as Text[]

/** Blank lines separate paragraphs; single line breaks stay. */
export function Prose({ text }: { text: unknown }) {
  const paragraphs = listOf(
    textOf(text)
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim() !== ''),
  )
  if (paragraphs.length === 0) return null
  return (
    <div className="prose">
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph.trim()}
        </p>
      ))}
    </div>
  )
}

export const About = ({ details }: { details: Readonly<Record<string, unknown>> }) => (
  <>
    <Prose text={details.description} />
    {textOf(details.overview) === '' ? null : (
      <Section>
        <Prose text={details.overview} />
      </Section>
    )}
  </>
)

export function Section({ title, children }: { title?: Text | undefined; children: ReactNode }) {
  const say = useSay()
  return (
    <section className="mt-6 first:mt-0">
      {title ? <h3 className="mb-2 font-display text-lg font-bold">{say(title)}</h3> : null}
      {children}
    </section>
  )
}

export function Ticks({ title, items }: { title?: Text; items: unknown }) {
  const entries = listOf(items)
  if (entries.length === 0) return null
  return (
    <Section title={title}>
      <ul className="ticks">
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </Section>
  )
}

export function Points({ title, items }: { title?: Text; items: unknown }) {
  const entries = listOf(items)
  if (entries.length === 0) return null
  return (
    <Section title={title}>
      <ul className="list-disc space-y-1 ps-5 text-ink-2">
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </Section>
  )
}

/** 'Day N: title' with the day's description or its activities (C046, C116). */
export function Days({ days, none }: { days: unknown; none: Text }) {
  const say = useSay()
  const given = daysOf(days).map((day, place) => ({ ...day, number: place + 1 }))
  if (given.length === 0) return <p className="text-ink-2">{say(none)}</p>
  return (
    <ol className="space-y-5">
      {given.map(({ number, title, description, activities }) => (
        <li key={number} className="border-s-2 border-line ps-4">
          <h3 className="font-bold">
            {say(title ? messages('shop.panels.dayTitle', { number, title }) : messages('shop.panels.day', { number }))}
          </h3>
          {description ? <p className="mt-1 whitespace-pre-line text-ink-2">{description}</p> : null}
          {activities ? <Points items={activities} /> : null}
        </li>
      ))}
    </ol>
  )
}

export function Facts({ rows }: { rows: readonly (readonly [term: Text, value: Text])[] }) {
  const say = useSay()
  const given = rows.filter(([, value]) => value !== '')
  if (given.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {given.map(([term, value]) => (
        <Fragment key={say(term)}>
          <dt className="text-ink-2">{say(term)}</dt>
          <dd>{say(value)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Cancellation policy and terms, or the sentence shown without them (C049). */
export function Policies({ policy, terms, none }: { policy: unknown; terms: unknown; none: Text }) {
  const say = useSay()
  if (textOf(policy) === '' && textOf(terms) === '') return <p className="text-ink-2">{say(none)}</p>
  return (
    <>
      {textOf(policy) === '' ? null : (
        <Section>
          <Prose text={policy} />
        </Section>
      )}
      {textOf(terms) === '' ? null : (
        <Section title={messages('shop.panels.terms')}>
          <Prose text={terms} />
        </Section>
      )}
    </>
  )
}
