import { BookOpen, Building2, HeartHandshake, Phone, Plane, ReceiptText, UserRound } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { KhatamLattice } from '../../ui/patterns.tsx'
import type { ListLink } from '../kind.ts'
import { listStrings } from './list-strings.ts'

const reasonIcons = [UserRound, Building2, ReceiptText, HeartHandshake] as const
const linkIcons = [Building2, Plane, BookOpen] as const

/** Why with this agency, the rites in their order, and what else a pilgrim may need (C109). */
export function BelowPackages({ Link }: { Link: ListLink }) {
  return (
    <>
      <WhyUs />
      <Journey />
      <MoreToPlan Link={Link} />
    </>
  )
}

function Head({ id, title, text }: { id: string; title: string; text?: string }) {
  return (
    <div className="max-w-2xl">
      <h2 id={id}>{title}</h2>
      {text ? <p className="mt-2 text-lg text-ink-2">{text}</p> : null}
    </div>
  )
}

function WhyUs() {
  const { title, text, reasons } = listStrings.why
  return (
    <section aria-labelledby="why-us" data-later="" className="wide mt-20 [--guess:56rem]">
      <Head id="why-us" title={title} text={text} />
      <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {reasons.map((reason, place) => {
          const Icon = reasonIcons[place] ?? Phone
          return (
            <li key={reason.title} className="border-t-2 border-gold pt-5">
              <Icon aria-hidden="true" className="size-7 text-umrah" strokeWidth={1.75} />
              <h3 className="mt-4">{reason.title}</h3>
              <p className="mt-2 text-ink-2">{reason.text}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The four steps as stations on one line: across on a wide screen, downwards on a phone. */
function Journey() {
  const { title, text, steps } = listStrings.journey
  return (
    <section
      aria-labelledby="four-steps"
      data-later=""
      className="has-pattern mt-20 overflow-clip bg-umrah-tint py-14 text-umrah md:py-20"
    >
      <KhatamLattice />
      <div className="wide text-ink">
        <Head id="four-steps" title={title} text={text} />
        <ol className="mt-10 grid gap-y-8 lg:grid-cols-4 lg:gap-x-8">
          {steps.map((step, place) => (
            <li
              key={step.title}
              className="relative grid grid-cols-[3.5rem_1fr] gap-x-4 not-last:before:absolute not-last:before:start-[1.75rem] not-last:before:top-14 not-last:before:-bottom-8 not-last:before:w-px not-last:before:bg-umrah/40 lg:block lg:not-last:before:start-16 lg:not-last:before:-end-8 lg:not-last:before:top-7 lg:not-last:before:bottom-auto lg:not-last:before:h-px lg:not-last:before:w-auto"
            >
              <Station number={place + 1} />
              <div className="lg:mt-5 lg:pe-4">
                <h3 className="text-xl">{step.title}</h3>
                <p className="mt-2 text-ink-2">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** An eight-point star with its number. */
function Station({ number }: { number: number }) {
  return (
    <span aria-hidden="true" className="relative grid size-14 place-items-center">
      <span className="absolute size-10 bg-umrah" />
      <span className="absolute size-10 rotate-45 bg-umrah" />
      <span className="relative font-display text-lg font-bold text-on-umrah">{number}</span>
    </span>
  )
}

function MoreToPlan({ Link }: { Link: ListLink }) {
  const { title, links } = listStrings.more
  return (
    <section aria-labelledby="more-to-plan" data-later="" className="wide mt-16 mb-8">
      <Head id="more-to-plan" title={title} />
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {links.map((link, place) => {
          const Icon = linkIcons[place] ?? Plane
          return (
            <li key={link.href} className="grid">
              <Card className="h-full">
                <div className="card-body">
                  <h3 className="flex items-center gap-2.5">
                    <Icon aria-hidden="true" className="size-5 text-umrah" />
                    <Link href={link.href} className="card-link">
                      {link.title}
                    </Link>
                  </h3>
                  <p className="text-ink-2">{link.text}</p>
                </div>
              </Card>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
