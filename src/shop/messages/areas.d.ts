// 'shop-messages:home,services' holds the areas of this folder's catalogue that it names (tools/vite/messages.ts).
declare module 'shop-messages:*' {
  const areas: import('../../kernel/messages.ts').CompiledMessages
  export default areas
}
