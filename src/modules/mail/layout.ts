import { catalogueLanguage, factsOf, type Language } from '../../kernel/language.ts'
import type { Say } from '../../kernel/messages.ts'
import { text } from './text.ts'

const labelPadding = 'padding:4px 12px 4px 0'
const valuePadding = 'padding:4px 0'

/**
 * Shops have stored the rows of their tables, so what rows lack is added when a mail is sent: labels stay on one line
 * where values can wrap, and values begin beside the first line of their label. Mail programs do not know logical
 * properties: the gap between the two changes sides.
 */
function laidOut(body: string, direction: 'ltr' | 'rtl'): string {
  const gap = direction === 'rtl' ? 'padding:4px 0 4px 12px' : labelPadding
  return body
    .replaceAll(labelPadding, `${gap};white-space:nowrap`)
    .replaceAll(
      `${valuePadding};font-weight:bold`,
      `${valuePadding};font-weight:bold;vertical-align:top;word-break:break-word`,
    )
}

/** Nastaliq slopes, so its lines are tall. */
const typeOf = (language: Language): string =>
  language.startsWith('ur')
    ? "font-family:'Noto Nastaliq Urdu','Jameel Noori Nastaleeq',Tahoma,Arial,sans-serif;font-size:16px;line-height:2"
    : 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.55'

/**
 * The frame of every mail: plain tables without pictures and external URLs, readable in dark mode. Some mail programs
 * drop the document's direction, so the tables repeat it.
 */
export function layout(body: string, language: Language = catalogueLanguage): string {
  const { direction } = factsOf(language)
  const align = direction === 'rtl' ? 'right' : 'left'
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body dir="${direction}" style="margin:0;padding:0;background:#fbfaf7;color:#171f33;${typeOf(language)}">
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}" style="max-width:560px;text-align:${align};${typeOf(language)};background:#ffffff;border:1px solid #dfdbd2;border-radius:14px">
<tr><td style="padding:20px 24px;border-bottom:2px dashed #dfdbd2;font-size:20px;font-weight:bold">{{site_title}}</td></tr>
<tr><td style="padding:20px 24px">${laidOut(body, direction)}</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid #dfdbd2;font-size:13px;color:#5b6478">{{site_title}}<span> &middot; {{contact_phone}}</span><span> &middot; {{contact_email}}</span></td></tr>
</table></td></tr></table></body></html>`
}

const row = (label: string, name: string) =>
  `<tr><td style="${labelPadding};color:#5b6478;vertical-align:top">${label}</td><td style="${valuePadding};font-weight:bold">{{${name}}}</td></tr>`
const table = (rows: readonly string[]) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:16px 0">${rows.join('')}</table>`
export const bookingRowsIn = (say: Say): string =>
  table([
    row(say(text('rows.reference')), 'booking_reference'),
    row(say(text('rows.service')), 'service_name'),
    row(say(text('rows.travelDate')), 'travel_date'),
    row(say(text('rows.time')), 'travel_time'),
    row(say(text('rows.meetingPoint')), 'meeting_point'),
    row(say(text('rows.travellers')), 'traveler_count'),
    row(say(text('rows.total')), 'total_amount'),
  ])
export const enquiryRowsIn = (say: Say): string =>
  table([
    row(say(text('rows.subject')), 'subject'),
    row(say(text('rows.email')), 'customer_email'),
    row(say(text('rows.phone')), 'customer_phone'),
    row(say(text('rows.travelDates')), 'travel_date'),
    row(say(text('rows.travellers')), 'traveler_count'),
  ])
export const buttonWith = (label: string, name: string) =>
  `<p style="margin:20px 0"><a href="{{${name}}}" style="display:inline-block;background:#2563eb;color:#ffffff;text-decoration:none;font-weight:bold;padding:12px 22px;border-radius:12px">${label}</a></p>`
