/** The frame of every mail: plain tables, no picture and no address of another host, readable in dark mode. */
export const layout = (body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:0;background:#fbfaf7;color:#171f33;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.55">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfdbd2;border-radius:14px">
<tr><td style="padding:20px 24px;border-bottom:2px dashed #dfdbd2;font-size:20px;font-weight:bold">{{site_title}}</td></tr>
<tr><td style="padding:20px 24px">${body}</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid #dfdbd2;font-size:13px;color:#5b6478">{{site_title}} &middot; {{contact_phone}} &middot; {{contact_email}}</td></tr>
</table></td></tr></table></body></html>`

const row = (label: string, name: string) =>
  `<tr><td style="padding:4px 12px 4px 0;color:#5b6478">${label}</td><td style="padding:4px 0;font-weight:bold">{{${name}}}</td></tr>`
const table = (rows: readonly string[]) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:16px 0">${rows.join('')}</table>`
/** The booking in a few rows. */
export const bookingRows = table([
  row('Booking reference', 'booking_reference'),
  row('Service', 'service_name'),
  row('Travel date', 'travel_date'),
  row('Time', 'travel_time'),
  row('Travellers', 'traveler_count'),
  row('Total', 'total_amount'),
])
/** Who has written to the agency, and about what. */
export const enquiryRows = table([
  row('Subject', 'subject'),
  row('E-mail', 'customer_email'),
  row('Phone', 'customer_phone'),
  row('Travel dates', 'travel_date'),
  row('Travellers', 'traveler_count'),
])
export const button = (label: string, name: string) =>
  `<p style="margin:20px 0"><a href="{{${name}}}" style="display:inline-block;background:#2563eb;color:#ffffff;text-decoration:none;font-weight:bold;padding:12px 22px;border-radius:12px">${label}</a></p>`
