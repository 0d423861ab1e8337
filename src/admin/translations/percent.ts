import type { Progress } from '../../kernel/translations.ts'

/** 100 only when every text is translated. */
export const percentOf = ({ total, translated }: Progress): number =>
  total === 0 ? 100 : Math.floor((translated / total) * 100)
