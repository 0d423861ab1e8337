// 'room-messages:services/tour/shop' holds areas of a room's catalogue (tools/vite/messages.ts).
declare module 'room-messages:*' {
  const rooms: import('./messages.ts').CompiledMessages
  export default rooms
}
