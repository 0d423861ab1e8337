/** With every call: the answer is in the language of the page, whatever the browser prefers. */
export const languageHeader = (): Record<string, string> =>
  typeof document === 'undefined' || !document.documentElement.lang
    ? {}
    : { 'accept-language': document.documentElement.lang }
