// 'shop-messages:home,services' holds the areas of en.json that it names (tools/vite/messages.ts).
declare module 'shop-messages:*' {
  const areas: Partial<typeof import('./en.json').default>
  export default areas
}
