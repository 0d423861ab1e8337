import { BookOpen, Building2, HeartHandshake, Plane, ReceiptText, UserRound } from 'lucide-react'
import type { Text } from '../../kernel/messages.ts'
import { Card } from '../../ui/card.tsx'
import { KhatamLattice } from '../../ui/patterns.tsx'
import { useSay } from '../../ui/say.tsx'
import type { ListLink } from '../kind.ts'
import { text } from './text.ts'

const reasons = [
  ['leader', UserRound],
  ['hotels', Building2],
  ['price', ReceiptText],
  ['contact', HeartHandshake],
] as const
const steps = ['ihram', 'tawaf', 'hair', 'reflection'] as const
const links = [
  ['hotels', Building2],
  ['flights', Plane],
  ['guides', BookOpen],
] as const

/** Reasons to choose the agency, the rites in order, and other services for pilgrims (C109). */
export function BelowPackages({ Link }: { Link: ListLink }) {
  return (
    <>
      <WhyUs />
      <Journey />
      <MoreToPlan Link={Link} />
    </>
  )
}

function Head({ id, title, intro }: { id: string; title: Text; intro?: Text }) {
  const say = useSay()
  return (
    <div className="max-w-2xl">
      <h2 id={id}>{say(title)}</h2>
      {intro ? <p className="mt-2 text-lg text-ink-2">{say(intro)}</p> : null}
    </div>
  )
}

function WhyUs() {
  const say = useSay()
  return (
    <section aria-labelledby="why-us" data-later="" className="wide mt-20 [--guess:56rem]">
      <Head id="why-us" title={text('list.why.title')} intro={text('list.why.text')} />
      <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {reasons.map(([reason, Icon]) => (
          <li key={reason} className="border-t-2 border-gold pt-5">
            <Icon aria-hidden="true" className="size-7 text-jade" strokeWidth={1.75} />
            <h3 className="mt-4">{say(text(`list.why.${reason}.title`))}</h3>
            <p className="mt-2 text-ink-2">{say(text(`list.why.${reason}.text`))}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Journey() {
  const say = useSay()
  return (
    <section
      aria-labelledby="four-steps"
      data-later=""
      className="has-pattern mt-20 overflow-clip bg-jade-tint py-14 text-jade md:py-20"
    >
      <KhatamLattice />
      <div className="wide text-ink">
        <Head id="four-steps" title={text('list.journey.title')} intro={text('list.journey.text')} />
        <ol className="mt-10 grid gap-y-8 lg:grid-cols-4 lg:gap-x-8">
          {steps.map((step, place) => (
            <li
              key={step}
              className="relative grid grid-cols-[3.5rem_1fr] gap-x-4 not-last:before:absolute not-last:before:start-[1.75rem] not-last:before:top-14 not-last:before:-bottom-8 not-last:before:w-px not-last:before:bg-jade/40 lg:block lg:not-last:before:start-16 lg:not-last:before:-end-8 lg:not-last:before:top-7 lg:not-last:before:bottom-auto lg:not-last:before:h-px lg:not-last:before:w-auto"
            >
              <Station number={place + 1} />
              <div className="lg:mt-5 lg:pe-4">
                <h3 className="text-xl">{say(text(`list.journey.${step}.title`))}</h3>
                <p className="mt-2 text-ink-2">{say(text(`list.journey.${step}.text`))}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Station({ number }: { number: number }) {
  return (
    <span aria-hidden="true" className="relative grid size-14 place-items-center">
      <span className="absolute size-10 bg-jade" />
      <span className="absolute size-10 rotate-45 bg-jade" />
      <span className="relative font-display text-lg font-bold text-on-jade">{number}</span>
    </span>
  )
}

function MoreToPlan({ Link }: { Link: ListLink }) {
  const say = useSay()
  return (
    <section aria-labelledby="more-to-plan" data-later="" className="wide mt-16 mb-8">
      <Head id="more-to-plan" title={text('list.more.title')} />
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {links.map(([link, Icon]) => (
          <li key={link} className="grid">
            <Card className="h-full">
              <div className="card-body">
                <h3 className="flex items-center gap-2.5">
                  <Icon aria-hidden="true" className="size-5 text-jade" />
                  <Link href={`/${link}`} className="card-link">
                    {say(text(`list.more.${link}.title`))}
                  </Link>
                </h3>
                <p className="text-ink-2">{say(text(`list.more.${link}.text`))}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
