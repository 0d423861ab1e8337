/** Texts, menus and enquiries of the demo agency. */
import { type ShopSettings, standardClaims } from '../../src/modules/settings/index.ts'
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
    subtitle: 'Send us your documents once. We check them, apply and keep you informed.',
    image_url: 'visa-1',
    link_url: '/visas',
    button_text: 'Apply now',
  },
] as const

/** The header menu has icons, the footer menu has none. */
export const menuItems = [
  { menu_type: 'header', name: 'Tours', href: '/tours', icon: 'Compass' },
  { menu_type: 'header', name: 'Packages', href: '/packages', icon: 'Luggage' },
  { menu_type: 'header', name: 'Umrah', href: '/umrah', icon: 'MoonStar' },
  { menu_type: 'header', name: 'Visa', href: '/visa', icon: 'Stamp' },
  { menu_type: 'header', name: 'Tickets', href: '/tickets', icon: 'Ticket' },
  { menu_type: 'header', name: 'Transfers', href: '/transfers', icon: 'Car' },
  { menu_type: 'header', name: 'OK to Board', href: '/ok-to-board', icon: 'ShieldCheck' },
  { menu_type: 'header', name: 'Track', href: '/booking-tracker', icon: 'MapPin' },
  { menu_type: 'footer', name: 'Tours', href: '/tours', icon: '' },
  { menu_type: 'footer', name: 'Packages', href: '/packages', icon: '' },
  { menu_type: 'footer', name: 'Tickets', href: '/tickets', icon: '' },
  { menu_type: 'footer', name: 'Visas', href: '/visas', icon: '' },
  { menu_type: 'footer', name: 'Transfers', href: '/transfers', icon: '' },
  { menu_type: 'footer', name: 'About', href: '/about', icon: '' },
  { menu_type: 'footer', name: 'Contact', href: '/contact', icon: '' },
  { menu_type: 'footer', name: 'Privacy', href: '/privacy', icon: '' },
  { menu_type: 'footer', name: 'Terms', href: '/terms', icon: '' },
] as const

/** The first two are unanswered. */
export const enquiries = [
  {
    hoursAgo: 3,
    name: 'Farida Siddiqui',
    email: 'farida.siddiqui@example.com',
    phone: '+91 98200 55512',
    topic: 'hotels',
    subject: 'Hotel enquiry',
    travel_dates: '12 to 16 January',
    travellers: '2 adults, 2 children (4 and 9)',
    message: 'We need one family room in Deira near a metro station, with breakfast. Is an early check-in possible?',
  },
  {
    hoursAgo: 20,
    name: 'Arjun Mehta',
    email: 'arjun.mehta@example.com',
    phone: '+91 99300 55578',
    topic: 'contact',
    subject: 'Desert safari with my grandmother',
    message: 'My grandmother is 81 and cannot climb into a high car. Is there an evening in the desert for her too?',
  },
  {
    hoursAgo: 70,
    name: 'Imran Shaikh',
    email: 'imran.shaikh@example.com',
    phone: '+971 50 555 0199',
    topic: 'guides',
    subject: 'Guide enquiry',
    travel_dates: 'The last week of February',
    travellers: '38',
    message: 'We are a group from our mosque and would like a group leader for Umrah who speaks Urdu.',
    isAnswered: true,
  },
] as const

export const demoSettings: Partial<ShopSettings> = {
  site_title: 'Safar Travel House',
  site_description: 'Tours, visas, tickets, transfers and Umrah packages, arranged from Mumbai and Dubai.',
  contact_email: 'support@safar.example',
  contact_phone: '+91 22 5550 0142',
  address:
    'Office 12, Crawford Market Road, Fort, Mumbai 400001, India\nShop 4, Al Rigga Road, Deira, Dubai, United Arab Emirates',
  business_hours: 'Monday to Saturday 9:00 AM to 8:00 PM IST',
  support_claim: '24/7 Support',
  reply_claim: 'Email replies within 24 hours',
  whatsapp: '912255500142',
  payment_note: 'Your payment is secured with bank-level encryption',
  claims: standardClaims,
  meta_title: 'Safar Travel House: Dubai tours, UAE visas and Umrah packages',
  meta_description:
    'Book Dubai tours and attraction tickets, UAE visas, airport transfers, Umrah packages and Ok to Board clearance with a house in Mumbai and Dubai.',
  meta_keywords: 'Dubai tours, UAE visa, Umrah packages, attraction tickets, airport transfer, Ok to Board',
}

/** Units for one US dollar. */
export const demoRates = { INR: '86', AED: '3.67', EUR: '0.92', GBP: '0.79' } as const
