// The compiled en.json (tools/vite/messages.ts).
declare module 'admin-messages:all' {
  const catalogue: typeof import('./en.json').default
  export default catalogue
}
