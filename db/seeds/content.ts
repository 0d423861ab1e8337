/** What the demo agency says beside its catalogue. */
export const sliders = [
  {
    title: 'Dubai, from the creek to the dunes',
    subtitle: 'Guided days, desert evenings and tickets to everything in between.',
    image_url: 'skyline-1',
    link_url: '/tours',
    button_text: 'See all tours',
  },
  {
    title: 'Umrah, prepared with care',
    subtitle: 'Visas, hotels near the Haram and a group leader who knows the way.',
    image_url: 'haram-3',
    link_url: '/umrah',
    button_text: 'Umrah packages',
  },
  {
    title: 'UAE visas without the queue',
    subtitle: 'Send us your papers once. We check them, apply and keep you informed.',
    image_url: 'visa-1',
    link_url: '/visas',
    button_text: 'Apply now',
  },
] as const

const enquiry = '<p>Tell us your dates and how many of you travel, and we answer with an offer.</p>'

export const pages = [
  {
    slug: 'hotels',
    title: 'Hotels',
    seo_description: 'Hotels in Dubai, Abu Dhabi, Makkah and Madinah, booked by people who know them.',
    body_html: `<p>We book rooms in Dubai, Abu Dhabi, Makkah and Madinah with hotels that we have visited ourselves: family rooms by the creek, towers within sight of the Haram, quiet resorts in the desert.</p><h2>What we need from you</h2><ul><li>City and dates</li><li>Adults, and children with their ages</li><li>What matters most: the price, the walk, the view or the breakfast</li></ul>${enquiry}`,
  },
  {
    slug: 'flights',
    title: 'Flights',
    seo_description: 'Flights between India, the UAE and Saudi Arabia, with the visa and the clearance in one hand.',
    body_html: `<p>We hold seats between India, the UAE and Saudi Arabia and match them with your visa, your transfer and, where the airline asks for it, your Ok to Board clearance.</p><h2>Good to know</h2><ul><li>Names must be written as in the passport</li><li>Passports should be valid for six months after arrival</li><li>Fares are fixed once the ticket is issued</li></ul>${enquiry}`,
  },
  {
    slug: 'guides',
    title: 'Guides',
    seo_description: 'Licensed guides in Dubai and for Umrah, in English, Hindi, Urdu and Arabic.',
    body_html: `<p>Our guides live where they lead. In Dubai they are licensed; for Umrah they are scholars who have led groups for years. They speak English, Hindi, Urdu and Arabic.</p><h2>Hire a guide</h2><ul><li>Half a day or a full day in the city</li><li>A group leader for your own Umrah group</li><li>A driver who also explains</li></ul>${enquiry}`,
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    seo_description: 'What we keep of you, why, for how long, and who sees it.',
    body_html: `<p>We ask for what a booking needs and nothing else.</p><h2>What we keep</h2><ul><li>Your name, e-mail address and phone number, to reach you about your booking</li><li>Passport details and scans, where a visa, a pilgrimage or a clearance needs them</li><li>Proofs of payment that you upload</li></ul><h2>Who sees it</h2><p>Our staff, and the authority, airline or hotel that the booking is for. Scans are encrypted, and every look at one is recorded. We sell nothing to anybody.</p><h2>How long</h2><p>Passport scans are erased after your journey when nobody needs them any more. Invoices are kept as long as the law asks.</p><h2>Your choice</h2><p>Advertising cookies are only set when you agree. Write to us to see, correct or erase what we keep of you.</p>`,
  },
  {
    slug: 'terms',
    title: 'Terms and conditions',
    seo_description: 'How bookings, payments, changes and cancellations work.',
    body_html: `<h2>Bookings</h2><p>A booking holds your place while you pay. Unpaid bookings expire after 48 hours. It is confirmed when we say so, at once where the offer promises it.</p><h2>Payments</h2><p>You pay the amount that the payment page shows, in the currency that it names. Bank transfers are checked within 24 hours.</p><h2>Changes and cancellations</h2><p>Each offer states its own terms. Where it states none, write to us before the day of travel and we do what the hotel, the guide and the authority allow.</p><h2>Visas</h2><p>The authority decides. When it refuses a visa, its fee is not given back by it, and so neither by us.</p>`,
  },
] as const

export const demoSettings = {
  site_title: 'Safar Travel House',
  site_description: 'Tours, visas, tickets, transfers and Umrah packages, arranged from Mumbai and Dubai.',
  contact_email: 'support@safar.example',
  contact_phone: '+91 22 5550 0142',
  address:
    'Office 12, Crawford Market Road, Fort, Mumbai 400001, India\nShop 4, Al Rigga Road, Deira, Dubai, United Arab Emirates',
  business_hours: 'Monday to Saturday 9:00 AM to 8:00 PM IST',
  support_claim: '24/7 Support',
  meta_title: 'Safar Travel House: Dubai tours, UAE visas and Umrah packages',
  meta_description:
    'Book Dubai tours and attraction tickets, UAE visas, airport transfers, Umrah packages and Ok to Board clearance with a house in Mumbai and Dubai.',
  meta_keywords: 'Dubai tours, UAE visa, Umrah packages, attraction tickets, airport transfer, Ok to Board',
} as const

/** Against one US dollar. */
export const demoRates = { INR: '86', AED: '3.67', EUR: '0.92', GBP: '0.79' } as const
