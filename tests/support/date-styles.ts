const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*'
const written = [
  `\\b${month}\\.? \\d{1,2}\\b`,
  `(?:\\b${weekday},? )?\\b\\d{1,2}(?:st|nd|rd|th)? ${month}\\b(?: \\d{4})?`,
  '\\b\\d{1,2}/\\d{1,2}/\\d{2,4}\\b',
  '\\b\\d{4}-\\d{2}-\\d{2}(?:T\\d\\S*|(?: \\d{2}:\\d{2} [AP]M)?)',
]
const dates = new RegExp(written.join('|'), 'g')
const addresses = /\S+:\/\/\S+|\S+\?\S+=\S+/g

/** The dates in a text, as they are written; addresses do not count. */
export const datesIn = (text: string): readonly string[] =>
  [
    ...text
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .replaceAll(addresses, ' ')
      .matchAll(dates),
  ].map(([date]) => date)

const isDay = /^\d{4}-\d{2}-\d{2}$/
const isInstant = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2} [AP]M$/
const isLong = /^[A-Z][a-z]+day, \d{1,2} [A-Z][a-z]{2,8} \d{4}$/
const isShort = /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}(?: \d{4})?$/
const isShortWithYear = /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}$/

/** What an email or a printout must not contain: its days are '2027-01-15', its instants '2027-01-15 03:00 PM'. */
export const otherDatesOfMail = (text: string): readonly string[] =>
  datesIn(text).filter((date) => !isDay.test(date) && !isInstant.test(date))

/** What a page must not contain: its days are long or short (`shop/intl/dates.ts`), its instants as in emails. */
export const otherDatesOfPage = (text: string): readonly string[] =>
  datesIn(text).filter((date) => !isLong.test(date) && !isShort.test(date) && !isInstant.test(date))

/** What a page of a booking must not contain: all its days are like 'Sat 21 Nov 2026', its instants as in emails. */
export const otherDatesOfBookingPage = (text: string): readonly string[] =>
  datesIn(text).filter((date) => !isShortWithYear.test(date) && !isInstant.test(date))
