// The compiled messages of the back office, by language (tools/vite/messages.ts).
declare module 'admin-messages:all' {
  const catalogue: Readonly<Record<string, typeof import('./en.json').default>>
  export default catalogue
}
