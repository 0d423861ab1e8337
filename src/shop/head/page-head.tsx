import { useLocation } from '@tanstack/react-router'
import { factsOf, type Language } from '../../kernel/language.ts'
import { addressIn } from '../../kernel/language-address.ts'
import { altOf, readUploadedPicture, splitAlt } from '../../kernel/pictures.ts'
import { shippedName } from '../../ui/pictures.ts'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { imageAddress } from '../pictures/shop-picture.tsx'
import { localHref } from '../routing/local-href.ts'
import { useAlive } from '../start/use-alive.ts'

type PageHeadProps = {
  title: string
  /** The site's description by default. */
  description?: string | undefined
  /** The canonical address, without the origin. */
  canonical?: string | undefined
  /** A name from the picture set, or an address; the agency's card by default. */
  image?: string | null | undefined
  type?: 'website' | 'product' | undefined
  keywords?: string | undefined
  isPrivate?: boolean | undefined
  /** `title` is complete, such as a service's own SEO title. */
  isWholeTitle?: boolean | undefined
}

/** The size of cards of the shop's own and of uploaded pictures. */
const cardWidth = 1200
const cardHeight = 630

/** The picture of a shared link: our own as JPEGs, which every messenger accepts. */
function useCard(image: string | null | undefined): { address: string; isOurs: boolean } {
  const { origin } = useShop()
  const address = imageAddress(image ?? '')
  const name = shippedName(address)
  const ours = name ? `/og/${name}.jpg` : address ? readUploadedPicture(address)?.addressOf('card.jpg') : '/og.jpg'
  if (ours) return { address: origin + ours, isOurs: true }
  const { file } = splitAlt(address)
  return { address: file.startsWith('/') ? origin + file : file, isOurs: false }
}

/**
 * Title, description and the data of a shared link. React lifts these tags into the document's head. Every page renders
 * one in its own part, so it also marks the page as alive.
 */
export function PageHead(props: PageHeadProps) {
  const { title, canonical, isPrivate, isWholeTitle } = props
  const { siteTitle, siteDescription, themeColor, seo } = useChrome()
  const { pathname } = useLocation()
  const t = useText('frame')
  useAlive()
  const whole = isWholeTitle ? title : t('documentTitle', { page: title, site: siteTitle })
  const description = props.description || seo.description || siteDescription
  const keywords = props.keywords || seo.keywords || t('keywords')
  return (
    <>
      <title>{whole}</title>
      <meta name="theme-color" content={themeColor} />
      {description ? <meta name="description" content={description} /> : null}
      {isPrivate ? (
        <>
          <meta name="robots" content="noindex, nofollow" />
          {canonical ? <Canonical path={canonical} /> : null}
        </>
      ) : (
        <>
          <meta name="keywords" content={keywords} />
          <Canonical path={canonical ?? pathname} />
          <SharedCard {...props} title={title} description={description} />
        </>
      )}
    </>
  )
}

function Canonical({ path }: { path: string }) {
  const { origin, prefix } = useShop()
  return <link rel="canonical" href={origin + localHref(prefix, path)} />
}

/** The same page in every language. */
function Alternates({ path, languages }: { path: string; languages: readonly Language[] }) {
  const { origin, language: own } = useShop()
  const [first = own] = languages
  if (languages.length < 2) return null
  const at = (language: Language) => origin + addressIn(language, { first, all: languages }, path)
  return (
    <>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={at(language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={at(first)} />
      {languages
        .filter((language) => language !== own)
        .map((language) => (
          <meta key={language} property="og:locale:alternate" content={factsOf(language).network} />
        ))}
    </>
  )
}

/** The card for messengers and networks (Open Graph; Twitter reads it too). */
function WrittenCard({ title, description, canonical, image, type = 'website' }: PageHeadProps) {
  const { origin, prefix, language } = useShop()
  const { siteTitle, languages } = useChrome()
  const { pathname } = useLocation()
  const path = canonical ?? pathname
  const card = useCard(image)
  return (
    <>
      <meta property="og:title" content={title} />
      {description ? <meta property="og:description" content={description} /> : null}
      <meta property="og:type" content={type} />
      <meta property="og:locale" content={factsOf(language).network} />
      <Alternates path={path} languages={languages} />
      <meta property="og:url" content={origin + localHref(prefix, path)} />
      <meta property="og:site_name" content={siteTitle} />
      <meta property="og:image" content={card.address} />
      {card.isOurs ? <meta property="og:image:width" content={String(cardWidth)} /> : null}
      {card.isOurs ? <meta property="og:image:height" content={String(cardHeight)} /> : null}
      <meta property="og:image:alt" content={altOf(image ?? '') || title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description ? <meta name="twitter:description" content={description} /> : null}
      <meta name="twitter:image" content={card.address} />
    </>
  )
}
/** Only readers of the server's document need cards, so browsers do not load this code. */
const SharedCard: typeof WrittenCard = import.meta.env.SSR ? WrittenCard : () => <></>

/** Structured data for search engines; a data block, never run. */
export function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its angle brackets escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
