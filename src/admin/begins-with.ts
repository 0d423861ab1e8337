const withoutArticle = (word: string): string => word.replace(/^ال(?=..)/u, '')

/** Whether a word starts with the typed one; in Arabic with or without the article. Both are folded (kernel/fold-text.ts). */
export const beginsWith = (word: string, typed: string): boolean =>
  word.startsWith(typed) || withoutArticle(word).startsWith(withoutArticle(typed))
