// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, book } from '../../modules/booking/testing/fixtures.ts'
import { choose, fillIn, type Place, press, shows, toast } from '../testing/hands.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

// The server's clock shows noon in Dubai on 21 November 2026; the browser's day is the real one. So days are far off.
const shop = await testApp()
const { core } = shop
const tour = await addService(core, 'tour', {}, { title: 'Harbour by night' })
const owner = await shop.signIn('admin')
const support = await shop.signIn('support')
await core.db.updateTable('users').set({ name: 'Ben Support' }).where('id', '=', support.userId).execute()
const open = screensOf(shop, owner)
const { id, booking_reference: reference } = await book(core, tour, { customer_name: 'Omar Saleh' })
await shop.shop.jobs['record-customers']?.({})
const stored = () => core.db.selectFrom('tasks').selectAll().orderBy('id').execute()
const region = async (page: Place, name: string) => within(await page.findByRole('region', { name }))
const textOf = (place: Place, name: string) => place.getByRole('heading', { name }).parentElement as HTMLElement

test('a task is added on the page of a booking, marked as done, and reopened by Undo', async () => {
  const page = await open(`/admin/bookings/${reference}`)
  const panel = await region(page, 'Tasks')
  await panel.findByText('No open tasks.')
  await press(panel, 'Add task')
  const dialog = within(await page.findByRole('dialog', { name: 'New task' }))
  await press(dialog, 'Add task')
  await dialog.findByText('Please write what is to be done')
  await fillIn(dialog, /^What is to be done/, 'Call back about the pram')
  await fillIn(dialog, /^Due/, '2030-05-01')
  await choose(dialog, /^Assigned to/, 'Ben Support')
  await press(dialog, 'Add task')
  await toast(page, 'Task added')
  await shows(() => textOf(panel, 'Tasks'), 'Call back about the pram', 'Due 2030-05-01', 'Ben Support')
  expect(await stored()).toMatchObject([{ booking_id: id, assignee_id: support.userId, done_at: null }])
  // The history of the booking tells it too.
  const history = await region(page, 'History')
  await shows(() => textOf(history, 'History'), /Task added.*Call back about the pram.*Due 2030-05-01, Ben Support/s)

  await press(panel, 'Done: Call back about the pram')
  await toast(page, 'Task done')
  await panel.findByText('No open tasks.')
  await press(panel, 'Show done tasks')
  await shows(() => textOf(panel, 'Tasks'), 'Done by Test admin')
  await press(page, 'Undo')
  await toast(page, 'Undone')
  await panel.findByText('Due 2030-05-01')
  await panel.findByText('No done tasks.')
})

test('a task is edited, given away and deleted; a conflict is shown and not overwritten', async () => {
  const page = await open('/admin/tasks?who=all')
  await press(page, 'Edit Call back about the pram')
  const dialog = within(await page.findByRole('dialog', { name: 'Edit task' }))
  await fillIn(dialog, /^What is to be done/, 'Bring the pram')
  await choose(dialog, /^Assigned to/, 'Nobody')
  await core.db.updateTable('tasks').set({ version: 9, text: 'Changed elsewhere' }).execute()
  await press(dialog, 'Save')
  await dialog.findByText(/has changed in the meantime/)
  await page.findByText('Changed elsewhere')
  await press(dialog, 'Save')
  await toast(page, 'Task saved')
  await page.findByText('Bring the pram')
  expect(await stored()).toMatchObject([{ text: 'Bring the pram', assignee_id: null, version: 10 }])
  await press(page, 'Delete Bring the pram')
  await toast(page, 'Task deleted')
  await page.findByText('No tasks')
  await press(page, 'Undo')
  await page.findByText('Bring the pram')
  expect((await stored())[0]?.deleted_at).toBeNull()
})

test('the list is filtered by person, day and state, and groups open tasks by day', async () => {
  const add = async (text: string, due_on: string, assignee_id: string | null) => {
    const answer = await shop.call(
      'POST /api/admin/tasks',
      { booking_id: id, text, due_on, assignee_id },
      owner.headers,
    )
    expect(answer.status, answer.text).toBe(200)
  }
  await add('Mine and late', '2020-01-02', owner.userId)
  await add('Mine and later', '2030-05-02', owner.userId)
  const page = await open('/admin/tasks')
  await page.findByText('2 tasks')
  expect(page.queryByText('Bring the pram')).toBeNull()
  const overdue = await region(page, 'Overdue')
  await overdue.findByText('Overdue since 2020-01-02')
  await (await region(page, 'Later')).findByText('Mine and later')
  expect(overdue.getByRole('link', { name: reference }).getAttribute('href')).toBe(`/admin/bookings/${reference}`)
  await choose(page, 'Due', 'Overdue')
  await page.findByText('1 task')
  expect(location.search).toBe('?due=overdue')
  await choose(page, 'Due', 'Any day')
  await choose(page, 'Assigned to', 'Nobody')
  await page.findByText('Bring the pram')
  await choose(page, 'Status', 'Done')
  await page.findByText('No tasks')
  await page.findByText('Try another filter.')
})

test('a customer has tasks, and those of the bookings lead to them', async () => {
  const { id: customerId } = await core.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()
  const page = await open(`/admin/customers/${customerId}`)
  const panel = await region(page, 'Tasks')
  await panel.findByText('Bring the pram')
  expect(panel.getAllByRole('link', { name: reference })).toHaveLength(3)
  await press(panel, 'Add task')
  const dialog = within(await page.findByRole('dialog', { name: 'New task' }))
  await fillIn(dialog, /^What is to be done/, 'Send a birthday card')
  await press(dialog, 'In a week')
  await press(dialog, 'Add task')
  await toast(page, 'Task added')
  const card = (await stored()).find(({ text }) => text === 'Send a birthday card')
  expect(card).toMatchObject({ customer_id: customerId, booking_id: null, assignee_id: owner.userId })
})

test('a lost connection is said, and the list is tried again', async () => {
  let isLost = true
  const page = await open('/admin/tasks', { 'task/admin/list': () => (isLost ? lostConnection() : passOn) })
  await page.findAllByText('Failed to load the tasks')
  isLost = false
  await press(page, 'Try again')
  await page.findByText('Mine and late')
})
