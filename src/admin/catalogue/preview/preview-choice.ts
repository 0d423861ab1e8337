import { storedChoice } from '../../stored-choice.ts'

/** Whether the preview stands beside the form on wide screens, how wide its phone is, and what language it shows. */
export interface PreviewChoice {
  readonly isBeside: boolean
  readonly width: PhoneWidth
  /** One that is not offered counts as the shop's first. */
  readonly language: string
}
export const phoneWidths = [360, 390] as const
export type PhoneWidth = (typeof phoneWidths)[number]

/** What cannot be read counts as not chosen. */
export function readPreviewChoice(stored: string | null): PreviewChoice {
  try {
    const { isBeside, width, language } = JSON.parse(stored ?? 'null') as Record<string, unknown>
    return { isBeside: isBeside !== false, width: width === 390 ? 390 : 360, language: String(language ?? '') }
  } catch {
    return { isBeside: true, width: 360, language: '' }
  }
}

const preview = storedChoice('safar.item-preview', readPreviewChoice)
export const changePreview = (change: Partial<PreviewChoice>): void => preview.change({ ...preview.now(), ...change })
export const usePreviewChoice = preview.useChoice
