/** The default mails about a message of a visitor: to the agency, and its reply. */
import { type Default, enquiryRows, p, raw } from './template-parts.ts'

export const enquiryTemplates: readonly Default[] = [
  {
    name: 'admin_enquiry_alert',
    subject: 'defaults.admin_enquiry_alert.subject',
    body: [
      p('defaults.admin_enquiry_alert.p1'),
      enquiryRows,
      raw('<p style="white-space:pre-line">{{message}}</p>'),
      p('defaults.admin_enquiry_alert.p2', 'mailto:{{customer_email}}'),
    ],
  },
  {
    name: 'enquiry_reply',
    subject: 'defaults.enquiry_reply.subject',
    body: [
      raw('<p style="white-space:pre-line">{{message}}</p>'),
      p('defaults.enquiry_reply.p1'),
      raw(
        '<p style="white-space:pre-line;padding-inline-start:12px;border-inline-start:3px solid #dfdbd2;color:#5b6478">{{quoted_message}}</p>',
      ),
    ],
  },
]
