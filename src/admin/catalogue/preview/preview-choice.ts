import { storedChoice } from '../../stored-choice.ts'

/** Whether the preview stands beside the form on wide screens, and how wide its phone is. */
export interface PreviewChoice {
  readonly isBeside: boolean
  readonly width: PhoneWidth
}
export const phoneWidths = [360, 390] as const
export type PhoneWidth = (typeof phoneWidths)[number]

/** What cannot be read counts as not chosen. */
export function readPreviewChoice(stored: string | null): PreviewChoice {
  try {
    const { isBeside, width } = JSON.parse(stored ?? 'null') as { isBeside?: unknown; width?: unknown }
    return { isBeside: isBeside !== false, width: width === 390 ? 390 : 360 }
  } catch {
    return { isBeside: true, width: 360 }
  }
}

const preview = storedChoice('safar.item-preview', readPreviewChoice)
export const changePreview = (change: Partial<PreviewChoice>): void => preview.change({ ...preview.now(), ...change })
export const usePreviewChoice = preview.useChoice
