/** Catalogue fields that several kinds share, with the lines that draw their editor. */
import type { FieldSpec } from '../kind.ts'
import { cancellation, cancellationSpec } from './cancellation-fields.ts'
import { list, longText, onOff, pictures, text, videoUrl } from './inputs.ts'

export const policies = () => ({ cancellation_policy: longText(), ...cancellation(), terms_conditions: longText() })
export const policySpecs: readonly FieldSpec[] = [
  { name: 'cancellation_policy', label: 'Cancellation policy', group: 'details', input: 'textarea' },
  cancellationSpec,
  { name: 'terms_conditions', label: 'Terms and conditions', group: 'details', input: 'textarea' },
]

export const place = () => text(200)
export const descriptions = () => ({ description: longText(), overview: longText() })
export const descriptionSpecs: readonly FieldSpec[] = [
  { name: 'description', label: 'Description', group: 'basic', input: 'textarea', searchable: true },
  { name: 'overview', label: 'Overview', group: 'content', input: 'textarea', searchable: true },
]

export const inclusions = () => ({ highlights: list(), whats_included: list(), exclusions: list() })
export const inclusionSpecs: readonly FieldSpec[] = [
  {
    name: 'highlights',
    label: 'Highlights',
    group: 'content',
    input: 'list',
    hint: 'One per line',
    searchable: true,
  },
  { name: 'whats_included', label: "What's included", group: 'content', input: 'list', hint: 'One per line' },
  { name: 'exclusions', label: 'Not included', group: 'content', input: 'list', hint: 'One per line' },
]

export const languages = () => ({ languages: list() })
export const languagesSpec: FieldSpec = {
  name: 'languages',
  label: 'Languages',
  group: 'basic',
  input: 'list',
  default: ['English'],
  hint: 'One per line',
}

export const video = () => ({ video_url: videoUrl() })
export const videoSpec: FieldSpec = {
  name: 'video_url',
  label: 'Video address',
  group: 'media',
  input: 'video',
  hint: 'A YouTube watch, short or embed link',
}
export const gallery = () => ({ gallery_images: pictures() })
export const gallerySpec: FieldSpec = { name: 'gallery_images', label: 'Gallery', group: 'media', input: 'images' }
export const imageUrlsSpec: FieldSpec = { name: 'image_urls', label: 'Images', group: 'media', input: 'images' }

/** New tours, packages and tickets start with both on; the shop says so only where they are on (D119). */
export const promises = () => ({ instant_confirmation: onOff(true), free_cancellation: onOff(true) })
export const promiseSpecs: readonly FieldSpec[] = [
  {
    name: 'instant_confirmation',
    label: 'Instant confirmation',
    group: 'settings',
    input: 'switch',
    default: true,
    hint: 'A paid booking is confirmed by itself',
  },
  { name: 'free_cancellation', label: 'Free cancellation', group: 'settings', input: 'switch', default: true },
]
