/** Use with node --import: at each SIGUSR2 the shop fills its heap, and keeps what it has filled it with. */
import { getHeapStatistics } from 'node:v8'

const kept: unknown[] = []
const isFull = (): boolean => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used / limit > 0.84
}
process.on('SIGUSR2', () => {
  while (!isFull()) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })))
})
