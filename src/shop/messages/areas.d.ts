// 'shop-messages:home,services' holds the areas of this folder's catalogue that it names (tools/vite/messages.ts).
declare module 'shop-messages:*' {
  const areas: import('../../kernel/messages.ts').CompiledMessages
  export default areas
}

// 'every-messages:languageSuggestion' holds areas in every language at once, for sentences in another than the page's.
declare module 'every-messages:*' {
  const messages: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>
  export default messages
}
