import { defaultRatesPerUsd } from '../../kernel/money.ts'
import { remember } from '../../platform/cache-invalidation.server.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { countServices, listFeatured, listTrending } from '../catalogue/index.server.ts'
import { type MailDeps, sendsMail } from '../mail/index.server.ts'
import { readDisplayRates, readSettings } from '../settings/index.server.ts'
import { defaultSettings, languagesOf, safeLink } from '../settings/index.ts'
import type { Chrome, Home } from './contract.ts'
import { buildMenu, flatMenu, type StoredMenuItem, shownClaims, shownContact, shownSocial } from './rules/menu.ts'
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
export async function readChrome(deps: ChromeDeps): Promise<Chrome> {
  const [settings, rates, menu, mail] = await Promise.all([
    readOr(deps, 'settings', readSettings(deps), defaultSettings),
    readOr(deps, 'rates', readDisplayRates(deps), textRates),
    readOr(deps, 'menus', readMenuItems(deps), []),
    readOr(deps, 'the mail server', sendsMail(deps), true),
  ])
  const { value: shop } = settings
  return {
    ...shownContact(shop),
    siteLogo: safeLink(shop.site_logo),
    siteDescription: shop.site_description,
    heroVideo: safeLink(shop.hero_video),
    heroAudio: safeLink(shop.hero_audio),
    businessHours: shop.business_hours,
    supportClaim: shop.support_claim,
    replyClaim: shop.reply_claim,
    whatsapp: shop.whatsapp || null,
    whatsappMessage: shop.whatsapp_message,
    social: shownSocial(shop),
    header: buildMenu(menu.value, 'header'),
    footer: flatMenu(buildMenu(menu.value, 'footer')),
    displayCurrency: shop.display_currency,
    convertPrices: shop.auto_currency_conversion,
    ratesPerUsd: rates.value,
    paymentNote: shop.payment_note,
    transferVerificationHours: shop.transfer_verification_hours,
    isMaintenance: shop.maintenance_mode,
    isAdminSignUpOpen: shop.admin_sign_up,
    claims: shownClaims(shop),
    seo: { title: shop.meta_title, description: shop.meta_description, keywords: shop.meta_keywords },
    country: shop.country,
    timeZone: shop.time_zone,
    languages: [...languagesOf(shop).all],
    themeColor: shop.theme_color,
    pixel: pixelOf(deps, shop.facebook_pixel_id),
    sendsMail: mail.value,
    isComplete: settings.isRead && rates.isRead && menu.isRead && mail.isRead,
  }
}
const pixelOf = ({ pixelScript: script }: ContentDeps, id: string): Chrome['pixel'] =>
  /^\d+$/.test(id) && script ? { id, script } : null
const textRates = Object.fromEntries(Object.entries(defaultRatesPerUsd).map(([code, rate]) => [code, String(rate)]))

/**
 * The home page. Without sliders it shows the default hero (C036); a part that cannot be read is empty (C314). Four
 * statements, or none: cached until the catalogue or the content changes.
 */
export async function readHome(deps: ContentDeps): Promise<Home> {
  const [sliders, featured, trending, counts] = await Promise.all([
    readOr(deps, 'sliders', readSliders(deps), []),
    readOr(deps, 'featured packages', readFeatured(deps), []),
    readOr(
      deps,
      'trending services',
      remember(deps, 'trending', ['catalogue'], () => listTrending(deps)),
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
    sliders: sliders.value,
    featuredUmrah: featured.value,
    trending: trending.value,
    counts: counts.value,
    isComplete: sliders.isRead && featured.isRead && trending.isRead && counts.isRead,
  }
}

/** Empty in a shop without the kind. */
const readFeatured = (deps: ContentDeps) =>
  deps.kinds.find('umrah')
    ? remember(deps, 'featured:umrah', ['catalogue'], () => listFeatured(deps, 'umrah', maxFeatured))
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
