import type { FastifyInstance } from 'fastify'
import { readSettingsOrDefaults } from '../settings/index.server.ts'
import type { ContentDeps } from './queries.server.ts'

const icons = (purpose: 'icon' | 'maskable') =>
  [192, 512].map((size) => ({
    src: `/icons/${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...(purpose === 'maskable' && { purpose }),
  }))

/** /site.webmanifest: the shop on a phone's home screen, with the agency's name and colour. */
export function registerManifest(app: FastifyInstance, deps: ContentDeps): void {
  app.get('/site.webmanifest', { config: { access: 'public', sessionless: true } }, async (_request, reply) => {
    const { site_title: name, site_description: description, theme_color } = await readSettingsOrDefaults(deps)
    const manifest = {
      name,
      // Fits below an icon.
      short_name: name.length <= 12 ? name : (name.split(/\s/)[0] ?? name).slice(0, 12),
      description,
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#fdfbf7',
      theme_color,
      icons: [...icons('icon'), ...icons('maskable')],
    }
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifest))
  })
}
