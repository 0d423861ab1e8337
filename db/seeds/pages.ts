/** The pages of the demo agency: its own texts instead of three default ones. */
import type { DefaultPage } from '../../src/modules/content/default-pages.server.ts'
import { defaultPages } from '../../src/modules/content/index.server.ts'

const ownPages: readonly DefaultPage[] = [
  {
    slug: 'about',
    title: 'About us',
    seo_description: 'Who we are, where to find us, and what to expect before, during and after your trip.',
    body: `A travel house for Dubai and the Emirates, with an office in Mumbai and one in Dubai.

## How it began

We started with visas and Umrah trips for families from India. Soon they asked for more: who meets my parents at the airport, what can the children do on a Friday, where do we eat after the evening prayer? So we added airport transfers, desert evenings and tickets.

## What we do today

Now it is all in one place: [tours](/tours), [packages](/packages), [attraction tickets](/tickets), [UAE visas](/visas), [transfers](/transfers), [Umrah packages](/umrah) and [Ok to Board](/ok-to-board) clearance. You see the full price before you pay, you can track each booking with its reference, and our team answers your questions.

## How we work

- We only offer what we would book for our own family.
- We answer honestly. If we do not know something, we ask the hotel, the guide or the authority.
- We keep your documents safe and use them only for your trip.`,
  },
  {
    slug: 'hotels',
    title: 'Hotels',
    seo_description: 'Hotels in Dubai, Abu Dhabi, Makkah and Madinah, booked by people who know them.',
    body: `We book rooms in Dubai, Abu Dhabi, Makkah and Madinah with hotels that we have visited ourselves: family rooms by the creek, towers within sight of the Haram, quiet resorts in the desert.

## What we need from you

- City and dates
- Adults, and children with their ages
- What matters most: the price, the walk, the view or the breakfast

Send us the form below, and we reply with two or three offers.

## Can I change or cancel a room?

That depends on the rate. Our offer states the last day of free cancellation before you pay.`,
  },
  {
    slug: 'guides',
    title: 'Guides',
    seo_description: 'Licensed guides in Dubai and group leaders for Umrah, in English, Hindi, Urdu and Arabic.',
    body: `Our guides live where they work. In Dubai they are licensed; for Umrah they are scholars with years of experience with groups. They speak English, Hindi, Urdu and Arabic.

## Hire a guide

- Half a day or a full day in the city
- A group leader for your own Umrah group
- A driver who is also a guide

Tell us the place, the date and the language with the form below.

## How early should I ask?

A week is enough for the city. For Ramadan, the school holidays and groups of more than twenty, ask two months ahead.`,
  },
]

export const demoPages: readonly DefaultPage[] = defaultPages.map(
  (page) => ownPages.find(({ slug }) => slug === page.slug) ?? page,
)
