// Structured data for search engines (schema.org). They read it in the server's document, so browsers do not load the
// code that writes it; there these components only keep what is in the page.
import { formatAmount } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { pictureOf } from '../../ui/pictures.ts'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { imageAddress } from '../pictures/shop-picture.tsx'
import { localHref } from '../routing/local-href.ts'
import { StructuredData } from './page-head.tsx'

const agencyOf = (origin: string) => `${origin}/#agency`
/** One width, with an absolute address. */
const pictureAt = (origin: string, address: string) => {
  const { src } = pictureOf(address)
  return src.startsWith('/') ? origin + src : src
}

/** Products and agencies have no language of their own; the page that shows them has. */
const pageIn = (language: string, url: string) => ({
  mainEntityOfPage: { '@type': 'WebPage', '@id': url, inLanguage: language },
})

/** The agency. It lists exactly the languages that are switched on (C347, D121). */
function WrittenAgency() {
  const { siteTitle, siteLogo, contactEmail, contactPhone, address, siteDescription, country, languages, social } =
    useChrome()
  const { origin, prefix, language } = useShop()
  const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })
  return (
    <StructuredData
      data={{
        '@type': 'TravelAgency',
        '@id': agencyOf(origin),
        name: siteTitle,
        url: `${origin}/`,
        image: `${origin}/og.jpg`,
        ...(siteLogo && { logo: pictureAt(origin, siteLogo) }),
        ...(siteDescription && { description: siteDescription }),
        ...(contactEmail && { email: contactEmail }),
        ...(contactPhone && { telephone: contactPhone }),
        ...(address && { address: address.split('\n') }),
        ...(social.length > 0 && { sameAs: social.map(({ href }) => href) }),
        areaServed: country,
        ...pageIn(language, origin + localHref(prefix, '/')),
        knowsLanguage: languages.map((code) => languageNames.of(code) ?? code),
      }}
    />
  )
}

type Place = { readonly name: string; readonly path: string }

/** The path from the home page. */
function WrittenBreadcrumb({ places }: { places: readonly Place[] }) {
  const home = useText('frame')('home')
  const { origin, prefix } = useShop()
  const itemListElement = [{ name: home, path: '/' }, ...places].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + localHref(prefix, path),
  }))
  return <StructuredData data={{ '@type': 'BreadcrumbList', itemListElement }} />
}

function WrittenQuestions({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  const { language } = useShop()
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return <StructuredData data={{ '@type': 'FAQPage', inLanguage: language, mainEntity }} />
}

const decimalOf = (minor: number, currency: string): string => formatAmount({ minor, currency }).replaceAll(',', '')
const titlesOf = (itinerary: unknown): string[] =>
  Array.isArray(itinerary)
    ? itinerary.map((day: { title?: unknown }) => day?.title).filter((title) => typeof title === 'string')
    : []

type ServiceDataProps = { service: ServiceDetail; canonical: string; image: string | null | undefined }

/** The item with its offer, sold out if nothing is on sale in the days ahead. An item with an itinerary is a trip too. The rating only if there is one. */
function WrittenService({ service, canonical, image }: ServiceDataProps) {
  const { origin, prefix, language } = useShop()
  const days = titlesOf(service.details.itinerary)
  const url = origin + localHref(prefix, canonical)
  const isSoldOut = service.availability?.next_day === null
  return (
    <StructuredData
      data={{
        '@type': days.length > 0 ? ['Product', 'TouristTrip'] : 'Product',
        name: service.title,
        url,
        ...pageIn(language, url),
        sku: service.slug,
        brand: { '@id': agencyOf(origin) },
        ...(service.summary && { description: service.summary }),
        ...(image && { image: pictureAt(origin, imageAddress(image)) }),
        ...(days.length > 0 && {
          provider: { '@id': agencyOf(origin) },
          itinerary: {
            '@type': 'ItemList',
            itemListElement: days.map((name, index) => ({ '@type': 'ListItem', position: index + 1, name })),
          },
        }),
        ...(service.rating > 0 && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: service.rating,
            reviewCount: service.total_reviews,
          },
        }),
        ...(service.from && {
          offers: {
            '@type': 'Offer',
            price: decimalOf(service.from.minor, service.from.currency),
            priceCurrency: service.from.currency,
            availability: `https://schema.org/${isSoldOut ? 'SoldOut' : 'InStock'}`,
            url,
            seller: { '@id': agencyOf(origin) },
          },
        }),
      }}
    />
  )
}

/** Keeps its place in the browser: React does not touch the text of an element that it finds in the document. */
const Kept = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed text
  <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '{}' }} />
)
const isServer = import.meta.env.SSR
export const AgencyData: typeof WrittenAgency = isServer ? WrittenAgency : Kept
export const BreadcrumbData: typeof WrittenBreadcrumb = isServer ? WrittenBreadcrumb : Kept
export const QuestionData: typeof WrittenQuestions = isServer ? WrittenQuestions : Kept
export const ServiceData: typeof WrittenService = isServer ? WrittenService : Kept
