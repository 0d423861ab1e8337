import type { CustomerDeps } from '../customer/index.server.ts'

export type TaskDeps = CustomerDeps
