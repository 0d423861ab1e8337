import { Fragment, type ReactNode } from 'react'
import { joined, type Text } from '../../kernel/messages.ts'
import { useSay } from '../../ui/say.tsx'
import type { Details, Fact, FactRow, KindShop, ShopService } from '../kind.ts'
import type { ItineraryDay } from './itinerary.ts'
import { text as messages } from './text.ts'

type Panel = ReturnType<KindShop['panels']>[number]

export const panel = (id: string, title: Text, body: ReactNode): Panel => ({ id, title, body: () => body })

/** HTML that the server rendered from a marked text; undefined for any other value. */
const htmlOf = (value: unknown) => (value as { html?: string } | null | undefined)?.html
/** Of a list in another language than the page's. */
const langOf = (list: unknown) => (list as { lang?: string } | undefined)?.lang
/** The details as panels show them: texts as the server rendered them, and lists with their language. */
export const shownDetails = ({ details, texts = {}, languages = {} }: ShopService): Details =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      texts[name]
        ? { html: texts[name] }
        : Array.isArray(value)
          ? Object.assign([...value], { lang: languages[`details.${name}`] })
          : value,
    ]),
  )

/** A text of the details, or '' if the page has only the short fields (cards). */
export const textOf = (value: unknown): string => htmlOf(value) ?? (typeof value === 'string' ? value.trim() : '')
export const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.filter((entry) => typeof entry === 'string'))] : []
export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
export const daysOf = (value: unknown): readonly ItineraryDay[] => (Array.isArray(value) ? value : [])

/** What the agency wrote in a field. A list in another language is joined without the words of the page's. */
export function written({ details, languages }: ShopService, name: string): Fact {
  const lang = languages?.[`details.${name}`]
  const items = listOf(details[name])
  return [textOf(details[name]) || (lang ? items.join(', ') : joined(items)), lang]
}
export const known = (facts: readonly (Text | Fact | false)[]): Fact[] =>
  facts.map((fact) => [fact].flat() as unknown as Fact).filter(([value]) => value)

type Written = { readonly text: unknown; readonly lang?: string | undefined }
/** Of plain text, blank lines separate paragraphs and single line breaks stay. */
export function Prose({ text, lang }: Written) {
  const html = htmlOf(text)
  if (html !== undefined)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server of a text that cannot hold a tag
    return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  if (textOf(text) === '') return null
  return (
    <div className="prose" lang={lang}>
      {listOf(textOf(text).split(/\n\s*\n/)).map((paragraph) => (
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
    <Passage text={details.overview} />
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

/** A section that holds one text; nothing without it. */
export const Passage = ({ title, ...passage }: Written & { title?: Text }) =>
  textOf(passage.text) === '' ? null : (
    <Section title={title}>
      <Prose {...passage} />
    </Section>
  )

type Listed = { readonly title?: Text; readonly items: unknown }
const listWith =
  (className: string) =>
  ({ title, items }: Listed) =>
    listOf(items).length === 0 ? null : (
      <Section title={title}>
        <ul className={className} lang={langOf(items)}>
          {listOf(items).map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      </Section>
    )
export const Ticks = listWith('ticks')
export const Points = listWith('list-disc space-y-1 ps-5 text-ink-2')

/** 'Day N: title' with the day's description or its activities (C046, C116). */
export function Days({ days, none }: { days: unknown; none: Text }) {
  const say = useSay()
  const given = daysOf(days).map((day, place) => ({ ...day, number: place + 1 }))
  if (given.length === 0) return <p className="text-ink-2">{say(none)}</p>
  return (
    <ol className="space-y-5" lang={langOf(days)}>
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

export function Facts({ rows }: { rows: readonly FactRow[] }) {
  const say = useSay()
  const given = rows.filter(([, value]) => value !== '')
  if (given.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {given.map(([term, value, lang]) => (
        <Fragment key={say(term)}>
          <dt className="text-ink-2">{say(term)}</dt>
          <dd lang={lang}>{say(value)}</dd>
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
      <Passage text={policy} />
      <Passage title={messages('shop.panels.terms')} text={terms} />
    </>
  )
}
