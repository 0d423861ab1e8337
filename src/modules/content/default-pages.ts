/** The texts that the shop comes with, in the marks of rules/page-text.ts. The agency changes them in the back office. */
export type DefaultPage = Readonly<{ slug: string; title: string; seo_description: string; body: string }>

/** Stands at the end of the two texts that a lawyer should see. */
const toBeChecked =
  '> This is the standard text that the shop comes with. It is a starting point and no legal advice: the agency checks it against its own practice and the law that applies to it, and then removes this note.'

export const defaultPages: readonly DefaultPage[] = [
  {
    slug: 'about',
    title: 'About us',
    seo_description:
      'Who we are, where to find us, and what you can expect from us before, during and after your journey.',
    body: `A travel house for Dubai and the Emirates, with an office in Mumbai and one in Dubai.

## How it began

We began by arranging visas and Umrah journeys for families from India. They came back with more questions than papers: who meets my parents at the airport, what can the children do on a Friday, where do we eat after the evening prayer. So we stayed with them, for the airport pickup, the evening in the desert and the tickets for the children.

## What we do today

All of that is in one place now: [tours](/tours), [packages](/packages), [attraction tickets](/tickets), [UAE visas](/visas), [transfers](/transfers), [Umrah journeys](/umrah) and the [Ok to Board](/ok-to-board) clearance. You see every line of the price before you pay, you can follow each booking with its reference, and there are people behind it who answer.

## How we work

- We only offer what we would book for our own family.
- We say what we know, and when we do not know, we ask the hotel, the guide or the authority and tell you.
- We keep your papers safe and look at them only for your journey.`,
  },
  {
    slug: 'services',
    title: 'Our services',
    seo_description:
      'Tours, packages, visas, tickets, transfers, Umrah and Ok to Board: everything that we arrange, in one place.',
    body: `Book a single afternoon or the whole journey: each service works on its own, and they fit together.

## How does booking work?

Choose a service, a day and how many of you travel. You see the whole price before you pay, and you need no account. We write to you as soon as the booking is confirmed, and its reference shows you at any time [where it stands](/booking-tracker).

## How can I pay?

By card, UPI or wallet where the payment page offers it, or by bank transfer with a proof that you upload. The payment page names the exact amount and currency.

## Can you arrange something that is not listed?

Often, yes: a private guide, a group of forty, a wheelchair, a cake in the desert. [Write to us](/booking?type=general) what you have in mind.`,
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

Tell us with the form below, and we answer with two or three offers to choose from.

## Can I change or cancel a room?

That is up to the rate that you choose. We name the last day of free cancellation in the offer, before you pay.`,
  },
  {
    slug: 'flights',
    title: 'Flights',
    seo_description: 'Flights between India, the UAE and Saudi Arabia, with the visa and the clearance in one hand.',
    body: `We hold seats between India, the UAE and Saudi Arabia and match them with your visa, your transfer and, where the airline asks for it, your [Ok to Board](/ok-to-board) clearance.

## Good to know

- Names must be written as in the passport
- Passports should be valid for six months after arrival
- Fares are fixed once the ticket is issued

Tell us your dates with the form below, and we answer with an offer.

## When should I book my flight: before or after the visa?

For a UAE tourist visa we advise to apply first and to pay for the flight when the visa is there. If your dates are fixed, ask us: some fares can be held for a few days.`,
  },
  {
    slug: 'guides',
    title: 'Guides',
    seo_description: 'Licensed guides in Dubai and group leaders for Umrah, in English, Hindi, Urdu and Arabic.',
    body: `Our guides live where they lead. In Dubai they are licensed; for Umrah they are scholars who have led groups for years. They speak English, Hindi, Urdu and Arabic.

## Hire a guide

- Half a day or a full day in the city
- A group leader for your own Umrah group
- A driver who also explains

Tell us where, when and in which language with the form below.

## How early should I ask?

A week is enough for the city. For Ramadan, the school holidays and groups of more than twenty, ask two months ahead.`,
  },
  {
    slug: 'privacy',
    title: 'Privacy policy',
    seo_description: 'What we keep of you, why, for how long, who sees it, and what you can ask of us.',
    body: `This page says what we know of you when you visit this shop, write to us or book, why we need it, who else sees it and how long we keep it.

## What we collect

- **Contact details:** your name, e-mail address and phone number, to confirm your booking and to reach you about it.
- **Booking details:** what you book, your travel dates, the people who travel with you and your wishes.
- **Travel documents:** passport details, photographs and scans, only where a visa, an airline clearance or a pilgrimage needs them.
- **Payment details:** the method, the amount and the provider's reference, or the proof of a bank transfer. Card numbers go to the payment provider directly and never reach us.
- **Messages:** what you write to us by the contact form, e-mail or chat.

## Why we use it

- To fulfil the contract with you: booking, visa application, clearance, tickets, transfer, refund.
- To meet our legal duties: invoices, tax records, requests of authorities.
- To protect the shop and its customers against fraud and misuse.
- With your consent only: to measure advertising.

## Who sees it

Our staff, and the one who provides your service: the immigration authority, airline, hotel, guide, driver or attraction that your booking is for, and the payment provider that you choose. They may be in India, the United Arab Emirates, Saudi Arabia or another country that your journey leads to. We sell nothing about you to anybody.

## How we protect it

Connections are encrypted. Scans of documents are kept encrypted, only staff who work on your booking can open them, and every look at one is recorded.

## How long we keep it

Travel documents are erased when your journey is over and nobody needs them any more. Bookings and invoices are kept for as long as tax and company law ask. Messages are erased when the matter is closed.

## Cookies and counting

The shop sets only what it needs to work: your sign-in, your display currency and a draft of your form. A note in your browser says that your first visit was counted; it holds nothing about you. Advertising cookies are set only when you agree, and you can take your consent back.

## What you can ask of us

You may see, correct, export or erase what we keep of you, object to its use and withdraw a consent, as the data protection laws of India (DPDP Act 2023) and of the UAE (Federal Decree-Law No. 45 of 2021) provide. [Write to us](/contact); we answer within 30 days. You may also complain to the authority where you live.

## Children

Children travel on bookings that an adult makes. We ask for their details only as far as the journey needs them.

${toBeChecked}`,
  },
  {
    slug: 'terms',
    title: 'Terms and conditions',
    seo_description:
      'How bookings, prices, payments, changes, cancellations and refunds work, and what we are liable for.',
    body: `These terms apply to every booking in this shop. Where a service states terms of its own, those apply first.

## 1. Bookings

A booking holds your place while you pay. A booking that is not paid in time expires; the booking page names the moment. The contract is made when we confirm the booking, at once where the offer promises it. Please check names, dates and contact details: documents and tickets are made out of what you enter.

## 2. Prices

The price of an offer is shown in its own currency, taxes included as stated. Amounts in another display currency are a conversion for your orientation; what you pay is the amount and the currency that the payment page names.

## 3. Payment

You pay by one of the methods on the payment page. Bank transfers are checked within 24 hours after you have uploaded the proof. Your bank may charge fees that we do not see.

## 4. Changes and cancellations by you

Each offer states its cancellation terms. Where it states none, write to us before the day of travel, and we do what the hotel, the guide and the authority allow; fees that they charge are passed on without a surcharge.

## 5. Changes and cancellations by us

When weather, safety, an authority or a supplier makes a service impossible, we offer you another date, another service of the same value, or your money back.

## 6. Refunds

Refunds go the way the payment came. We start them within 7 working days of the decision; the bank may take longer to book them.

## 7. Visas and airline clearances

The authority or the airline decides, not we. Government and service fees of an application that was filed are not refunded when it is refused, unless the offer says otherwise. Entry can still be refused at the border. You are responsible for true and complete documents.

## 8. Your duties

Bring valid travel documents, be at the meeting point in time (we advise 15 minutes before a pickup), follow the instructions of guides and drivers, and take out travel insurance that fits your journey.

## 9. Liability

We are liable without limit for intent, gross negligence and harm to life and health, and otherwise for the foreseeable damage up to the price of the booking. For services of airlines, hotels and attractions their own terms and the international conventions apply. Nothing here limits rights that consumer law gives you.

## 10. Law and disputes

The law of the place of the office that confirmed your booking applies (Mumbai, India, or Dubai, United Arab Emirates), and its courts are competent, as far as the consumer law of your home does not give you more. [Tell us first](/contact): most things are settled with a phone call.

${toBeChecked}`,
  },
]
