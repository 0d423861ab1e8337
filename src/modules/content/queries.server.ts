import type { Language } from '../../kernel/language.ts'
import { defaultRatesPerUsd } from '../../kernel/money.ts'
import { withAlt } from '../../kernel/picture-edits.ts'
import { placeText } from '../../kernel/text.ts'
import type { Reader } from '../../kernel/translations.ts'
import { safeLink } from '../../kernel/web-address.ts'
import { remember } from '../../platform/cache-invalidation.server.ts'
import { say } from '../../platform/messages.server.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { countServices, listFeatured, listTrending } from '../catalogue/index.server.ts'
import { type MailDeps, sendsMail } from '../mail/index.server.ts'
import { readDisplayRates, readerOf, readSettings, readShopState } from '../settings/index.server.ts'
import { defaultSettings, languagesOf, type ShopSettings } from '../settings/index.ts'
import type { Chrome, Home } from './contract.ts'
import { buildMenu, flatMenu, type StoredMenuItem, shownClaims, shownContact, shownSocial } from './rules/menu.ts'
import { menuTexts, type Sentence, type ShownTexts, siteId } from './translations/rules.ts'
import { readShow, type Show, showsOriginals } from './translations/stored.server.ts'
import { ownNamesIn, textsOfSettings, textsOfSlider } from './translations/texts.server.ts'
import './tables.server.ts'

/** `pixelScript`: URL of the advertising pixel's script. Without it the shop has no pixel. */
export type ContentDeps = CatalogueDeps & { readonly pixelScript?: string }
export type ChromeDeps = ContentDeps & Pick<MailDeps, 'mailer'>
type Slider = Home['sliders'][number]

/** Featured Umrah packages on the home page (C§9). */
const maxFeatured = 6

/**
 * Header and footer of every page. Settings, rates, menus and the mail server come from the cache, else one statement each. A part that
 * cannot be read shows its default; this is logged and sets isComplete to false (C343).
 */
export async function readChrome(deps: ChromeDeps, language?: Language): Promise<Chrome> {
  const reader = language ? await readerOf(deps, language) : null
  const [settings, rates, menu, show, mail, state] = await Promise.all([
    readOr(deps, 'settings', readSettings(deps), defaultSettings),
    readOr(deps, 'rates', readDisplayRates(deps), textRates),
    readOr(deps, 'menus', readMenuItems(deps), []),
    readOr(deps, 'translations', readShow(deps, reader), showsOriginals),
    readOr(deps, 'the mail server', sendsMail(deps), true),
    readOr(deps, 'whether the shop is open', readShopState(deps), 'open'),
  ])
  const { value: shop } = settings
  const { first } = languagesOf(shop)
  const site = show.value({ subject: 'settings', id: siteId }, textsOfSettings(shop, first))
  return {
    ...shownContact(shop),
    ...sentencesOf(site),
    ...(site.values.site_title && { siteTitle: site.values.site_title }),
    siteLogo: safeLink(shop.site_logo),
    ...shownHero(shop),
    whatsapp: shop.whatsapp || null,
    social: shownSocial(shop),
    ...menusOf(reader ? namedFor(deps, menu.value, { show: show.value, first }) : menu.value),
    displayCurrency: shop.display_currency,
    convertPrices: shop.auto_currency_conversion,
    ratesPerUsd: rates.value,
    transferVerificationHours: shop.transfer_verification_hours,
    state: state.value,
    isAdminSignUpOpen: shop.admin_sign_up,
    claims: shownClaims(shop, site),
    country: shop.country,
    timeZone: shop.time_zone,
    place: say(placeText(shop.time_zone), language),
    languages: [...languagesOf(shop).all],
    themeColor: shop.theme_color,
    pixel: pixelOf(deps, shop.facebook_pixel_id),
    sendsMail: mail.value,
    isComplete: [settings, rates, menu, show, mail, state].every(({ isRead }) => isRead),
  }
}
const menusOf = (items: readonly StoredMenuItem[]) => ({
  header: buildMenu(items, 'header'),
  footer: flatMenu(buildMenu(items, 'footer')),
})
const fieldOf: Readonly<Record<Sentence, string>> = {
  site_title: 'siteTitle',
  site_description: 'siteDescription',
  address: 'address',
  business_hours: 'businessHours',
  support_claim: 'supportClaim',
  reply_claim: 'replyClaim',
  whatsapp_message: 'whatsappMessage',
  payment_note: 'paymentNote',
  meta_title: 'seo.title',
  meta_description: 'seo.description',
  meta_keywords: 'seo.keywords',
}
/** What the agency has said about itself, as a reader sees it. */
function sentencesOf({ values, languages }: ShownTexts) {
  const of = (sentence: Sentence): string => values[sentence] ?? ''
  const lang = Object.entries(languages ?? {}).flatMap(([path, language]) => {
    const field = fieldOf[path as Sentence]
    return field ? [[field, language] as const] : []
  })
  return {
    siteDescription: of('site_description'),
    address: of('address'),
    businessHours: of('business_hours'),
    supportClaim: of('support_claim'),
    replyClaim: of('reply_claim'),
    whatsappMessage: of('whatsapp_message'),
    paymentNote: of('payment_note'),
    seo: { title: of('meta_title'), description: of('meta_description'), keywords: of('meta_keywords') },
    ...(lang.length > 0 && { lang: Object.fromEntries(lang) }),
  }
}
/** The shop's own names are in the reader's language, those of the agency once they are translated. */
function namedFor(
  deps: ContentDeps,
  items: readonly StoredMenuItem[],
  { show, first }: { readonly show: Show; readonly first: Language },
): readonly StoredMenuItem[] {
  const own = ownNamesIn(deps, first)
  return items.map((item) => {
    const { values, languages } = show({ subject: 'menu-item', id: item.id }, menuTexts(item, own))
    return { ...item, name: values.name ?? item.name, lang: languages?.name }
  })
}
const shownHero = ({ hero_video, hero_audio }: ShopSettings) => ({
  heroVideo: safeLink(hero_video),
  heroAudio: safeLink(hero_audio),
})
const pixelOf = ({ pixelScript: script }: ContentDeps, id: string): Chrome['pixel'] =>
  /^\d+$/.test(id) && script ? { id, script } : null
const textRates = Object.fromEntries(Object.entries(defaultRatesPerUsd).map(([code, rate]) => [code, String(rate)]))

/**
 * The home page. Without sliders it shows the default hero (C036); a part that cannot be read is empty (C314). Five
 * statements, or none: cached until the catalogue or the content changes.
 */
export async function readHome(deps: ContentDeps, language: Language): Promise<Home> {
  const reader = await readerOf(deps, language)
  const inLanguage = reader ? `:${reader.language}` : ''
  const [sliders, show, featured, trending, counts] = await Promise.all([
    readOr(deps, 'sliders', readSliders(deps), []),
    readOr(deps, 'translations', readShow(deps, reader), showsOriginals),
    readOr(deps, 'featured packages', readFeatured(deps, reader), []),
    readOr(
      deps,
      'trending services',
      remember(deps, `trending${inLanguage}`, ['catalogue'], () => listTrending(deps, reader)),
      [],
    ),
    readOr(
      deps,
      'counts',
      remember(deps, 'counts', ['catalogue'], () => countServices(deps, { activeOnly: true })),
      {},
    ),
  ])
  return {
    sliders: sliders.value.map((slider) => sliderFor(slider, show.value, reader?.original ?? language)),
    featuredUmrah: featured.value,
    trending: trending.value,
    counts: counts.value,
    isComplete: [sliders, show, featured, trending, counts].every(({ isRead }) => isRead),
  }
}

function sliderFor(slider: Slider, show: Show, original: Language): Slider {
  const { title, subtitle, buttonText: button_text } = slider
  const texts = textsOfSlider({ title, subtitle, button_text, image_url: slider.imageUrl }, original)
  const { values, languages } = show({ subject: 'slider', id: slider.id }, texts)
  return {
    ...slider,
    ...{ title: values.title ?? title, subtitle: values.subtitle ?? subtitle },
    buttonText: values.button_text ?? button_text,
    imageUrl: withAlt(slider.imageUrl, values.alt ?? ''),
    ...(languages && { languages }),
  }
}

/** Empty in a shop without the kind. */
const readFeatured = (deps: ContentDeps, reader: Reader | null) =>
  deps.kinds.find('umrah')
    ? remember(deps, `featured:umrah${reader ? `:${reader.language}` : ''}`, ['catalogue'], () =>
        listFeatured(deps, { kind: 'umrah', limit: maxFeatured, reader }),
      )
    : Promise.resolve([])

type Read<T> = { readonly value: T; readonly isRead: boolean }
async function readOr<T>(deps: ContentDeps, what: string, read: Promise<T>, fallback: T): Promise<Read<T>> {
  try {
    return { value: await read, isRead: true }
  } catch (error) {
    deps.log.error({ err: error, what }, 'cannot be read, the default is shown')
    return { value: fallback, isRead: false }
  }
}

/** Active items of both menus, by order_index. */
function readMenuItems(deps: ContentDeps): Promise<readonly StoredMenuItem[]> {
  return remember(deps, 'menus', ['content'], () =>
    deps.db
      .selectFrom('menu_items')
      .select(['id', 'name', 'href', 'icon', 'menu_type', 'target', 'parent_id'])
      .where('is_active', '=', true)
      .orderBy('order_index')
      .orderBy('id')
      .execute(),
  )
}

/** Active sliders by display_order. An unsafe link is removed (C022). */
function readSliders(deps: ContentDeps): Promise<Slider[]> {
  return remember(deps, 'sliders', ['content'], async () => {
    const rows = await deps.db
      .selectFrom('homepage_sliders')
      .selectAll()
      .where('is_active', '=', true)
      .orderBy('display_order')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      subtitle: row.subtitle,
      imageUrl: row.image_url,
      linkUrl: safeLink(row.link_url) ?? '',
      buttonText: row.button_text,
      color: row.cta_button_color,
      overlay: Number(row.background_overlay_opacity),
    }))
  })
}
