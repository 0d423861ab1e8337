/** The pieces of a kind's detail panels: texts that staff wrote, lists with ticks, days of a journey. */
import { Fragment, type ReactNode } from 'react'
import type { KindShop } from '../kind.ts'
import type { ItineraryDay } from './itinerary.ts'

type Panel = ReturnType<KindShop['panels']>[number]

export const panel = (id: string, title: string, body: ReactNode): Panel => ({ id, title, body: () => body })

/** A text of the details, or '' where the page was given short fields only (cards). */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.filter((entry) => typeof entry === 'string'))] : []
export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
export const daysOf = (value: unknown): readonly ItineraryDay[] => (Array.isArray(value) ? value : [])

/** The facts that are known, in their order. */
export const known = (facts: readonly (string | false | null | undefined)[]): string[] =>
  facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[]

/** Blank lines part paragraphs; single line breaks stay. */
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

/** What it is: the short text and the long one, whichever of them staff wrote. */
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

export function Section({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <section className="mt-6 first:mt-0">
      {title ? <h3 className="mb-2 font-display text-lg font-bold">{title}</h3> : null}
      {children}
    </section>
  )
}

/** A list of things that are in; nothing where there are none. */
export function Ticks({ title, items }: { title?: string; items: unknown }) {
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

/** A list without ticks: what is not in, what to bring, where to stand. */
export function Points({ title, items }: { title?: string; items: unknown }) {
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
export function Days({ days, none }: { days: unknown; none: string }) {
  const given = daysOf(days).map((day, place) => ({ ...day, number: place + 1 }))
  if (given.length === 0) return <p className="text-ink-2">{none}</p>
  return (
    <ol className="space-y-5">
      {given.map(({ number, title, description, activities }) => (
        <li key={number} className="border-s-2 border-line ps-4">
          <h3 className="font-bold">{title ? `Day ${number}: ${title}` : `Day ${number}`}</h3>
          {description ? <p className="mt-1 whitespace-pre-line text-ink-2">{description}</p> : null}
          {activities ? <Points items={activities} /> : null}
        </li>
      ))}
    </ol>
  )
}

/** Terms and their values, without those that are empty. */
export function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  const given = rows.filter(([, value]) => value !== '')
  if (given.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {given.map(([term, value]) => (
        <Fragment key={term}>
          <dt className="text-ink-2">{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Cancellation policy and terms, or the sentence that stands for them (C049). */
export function Policies({ policy, terms, none }: { policy: unknown; terms: unknown; none: string }) {
  if (textOf(policy) === '' && textOf(terms) === '') return <p className="text-ink-2">{none}</p>
  return (
    <>
      {textOf(policy) === '' ? null : (
        <Section>
          <Prose text={policy} />
        </Section>
      )}
      {textOf(terms) === '' ? null : (
        <Section title="Terms and conditions">
          <Prose text={terms} />
        </Section>
      )}
    </>
  )
}
