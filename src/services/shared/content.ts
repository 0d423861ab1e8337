import type { FieldSpec } from '../kind.ts'
import { cancellation, cancellationSpec } from './cancellation-fields.ts'
import { line, list, longText, onOff, pictures, videoUrl } from './inputs.ts'
import { text } from './text.ts'

export const policies = () => ({ cancellation_policy: longText(), ...cancellation(), terms_conditions: longText() })
export const policySpecs: readonly FieldSpec[] = [
  {
    name: 'cancellation_policy',
    label: text('fields.cancellation_policy'),
    group: 'details',
    input: 'richtext',
    translatable: true,
  },
  cancellationSpec,
  {
    name: 'terms_conditions',
    label: text('fields.terms_conditions'),
    group: 'details',
    input: 'richtext',
    translatable: true,
  },
]

export const place = () => line(200)
export const descriptions = () => ({ description: longText(), overview: longText() })
export const descriptionSpecs: readonly FieldSpec[] = [
  {
    name: 'description',
    label: text('fields.description'),
    group: 'basic',
    input: 'richtext',
    searchable: true,
    translatable: true,
  },
  {
    name: 'overview',
    label: text('fields.overview'),
    group: 'content',
    input: 'richtext',
    searchable: true,
    translatable: true,
  },
]

export const inclusions = () => ({ highlights: list(), whats_included: list(), exclusions: list() })
export const inclusionSpecs: readonly FieldSpec[] = [
  {
    name: 'highlights',
    label: text('fields.highlights'),
    group: 'content',
    input: 'list',
    hint: text('fields.onePerLine'),
    searchable: true,
    translatable: true,
  },
  {
    name: 'whats_included',
    label: text('fields.whats_included'),
    group: 'content',
    input: 'list',
    hint: text('fields.onePerLine'),
    translatable: true,
  },
  {
    name: 'exclusions',
    label: text('fields.exclusions'),
    group: 'content',
    input: 'list',
    hint: text('fields.onePerLine'),
    translatable: true,
  },
]

export const whatToBring = () => ({ what_to_bring: list() })
export const whatToBringSpec: FieldSpec = {
  name: 'what_to_bring',
  label: text('fields.what_to_bring'),
  group: 'content',
  input: 'list',
  hint: text('fields.onePerLine'),
  translatable: true,
}

export const languages = () => ({ languages: list() })
export const languagesSpec: FieldSpec = {
  name: 'languages',
  label: text('fields.languages'),
  group: 'basic',
  input: 'list',
  default: ['English'],
  hint: text('fields.onePerLine'),
}

export const video = () => ({ video_url: videoUrl() })
export const videoSpec: FieldSpec = {
  name: 'video_url',
  label: text('fields.video_url'),
  group: 'media',
  input: 'video',
  hint: text('fields.video_url_hint'),
}
export const gallery = () => ({ gallery_images: pictures() })
export const gallerySpec: FieldSpec = {
  name: 'gallery_images',
  label: text('fields.gallery_images'),
  group: 'media',
  input: 'images',
}
export const imageUrlsSpec: FieldSpec = {
  name: 'image_urls',
  label: text('fields.image_urls'),
  group: 'media',
  input: 'images',
}

/** New tours, packages and tickets start with both on; the shop shows them only where they are on (D119). */
export const promises = () => ({ instant_confirmation: onOff(true), free_cancellation: onOff(true) })
export const promiseSpecs: readonly FieldSpec[] = [
  {
    name: 'instant_confirmation',
    label: text('fields.instant_confirmation'),
    group: 'settings',
    input: 'switch',
    default: true,
    hint: text('fields.instant_confirmation_hint'),
  },
  {
    name: 'free_cancellation',
    label: text('fields.free_cancellation'),
    group: 'settings',
    input: 'switch',
    default: true,
  },
]
