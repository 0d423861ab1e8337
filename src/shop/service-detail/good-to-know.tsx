import texts from 'shop-messages:goodToKnow'
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { readCoordinates } from '../../services/shared/coordinates.ts'
import { listOf, textOf } from '../../services/shared/panels.tsx'
import type { Question } from '../../services/shared/question-fields.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { QuestionData } from '../head/structured-data.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { MapLink, Numbers } from '../meeting-point/map-link.tsx'

addMessages(texts)

type Details = ServiceDetail['details']

/** Where to meet, what to bring, and questions: what the item says of them. */
export function GoodToKnow({ service: { details, languages } }: { service: ServiceDetail }) {
  return (
    <>
      <MeetingPoint details={details} lang={languages?.['details.meeting_point']} />
      <WhatToBring items={listOf(details.what_to_bring)} lang={languages?.['details.what_to_bring']} />
      <Questions questions={Array.isArray(details.faq) ? details.faq : []} lang={languages?.['details.faq']} />
    </>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="mt-10 min-w-0">
    <h2 id={id} className="mb-4">
      {title}
    </h2>
    {children}
  </section>
)

type Lang = { lang: string | undefined }

function MeetingPoint({ details, lang }: Lang & { details: Details }) {
  const t = useText('goodToKnow')
  const title = useText('meetingPoint')('title')
  const place = textOf(details.meeting_point)
  const at = readCoordinates(textOf(details.meeting_coordinates))
  if (place === '' && !at) return null
  return (
    <Part id="meeting-point" title={title}>
      <div className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
        <span aria-hidden="true" className="grid size-12 flex-none place-items-center rounded-full bg-tint">
          <MapPin className="size-6 text-primary-strong" />
        </span>
        <div className="min-w-0 flex-1 basis-52">
          {place ? (
            <p className="font-semibold whitespace-pre-line" lang={lang}>
              {place}
            </p>
          ) : null}
          {at ? (
            <p className="text-sm text-ink-2">
              <Numbers at={at} />
            </p>
          ) : null}
          {details.has_pickup === true ? <p className="mt-1 text-sm text-ink-2">{t('pickupToo')}</p> : null}
        </div>
        {at ? <MapLink at={at} className={buttonClass({ variant: 'secondary' }, 'max-sm:w-full')} /> : null}
      </div>
    </Part>
  )
}

function WhatToBring({ items, lang }: Lang & { items: readonly string[] }) {
  const t = useText('goodToKnow')
  if (items.length === 0) return null
  return (
    <Part id="what-to-bring" title={t('bring')}>
      <ul className="ticks sm:grid-cols-2" lang={lang}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Part>
  )
}

function Questions({ questions, lang }: Lang & { questions: readonly Question[] }) {
  const t = useText('goodToKnow')
  if (questions.length === 0) return null
  return (
    <Part id="questions" title={t('questions')}>
      <QuestionData questions={questions} />
      <div lang={lang}>
        {questions.map(({ question, answer }) => (
          <Accordion key={question} title={question}>
            <p className="whitespace-pre-line">{answer}</p>
          </Accordion>
        ))}
      </div>
    </Part>
  )
}
