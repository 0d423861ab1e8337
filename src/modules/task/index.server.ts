/**
 * Tasks of staff, on the server. Owns: what is to be done for a booking or a customer, until when and by whom. Does not
 * own: bookings, customers, staff accounts. Invariants: a task is about exactly one booking or customer; an open task is
 * assigned to somebody who can see it, or to nobody. Lock order: task, then account.
 */
export { taskTypedFields } from './change.server.ts'
export { eraseTasksOf } from './erase.server.ts'
export { implementTask } from './http.server.ts'
export { moveTasks, purgeTasks, taskReactions } from './leaving.server.ts'
export { countTasksAbout, dueTasks, hasTasks } from './read.server.ts'
