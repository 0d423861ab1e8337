import { describe, expect, it } from 'vitest'
import { listColumns } from '../../modules/booking/index.ts'
import { columnsInAddress, columnsOfAddress, readColumns, toggleColumn, wideOnly } from './columns.ts'

describe('the columns of the list of bookings', () => {
  it('are all shown at first, also when what is stored cannot be read', () => {
    for (const stored of [null, '', 'null', '{', '{}', '7', '"travel_date"'])
      expect(readColumns(stored), String(stored)).toEqual(listColumns)
  })
  it('are those chosen, in the order of the table, each once, and nothing unknown', () => {
    const stored = JSON.stringify(['created_at', 7, 'price', 'service_title', null, 'created_at'])
    expect(readColumns(stored)).toEqual(['service_title', 'created_at'])
    expect(readColumns('[]')).toEqual([])
  })
  it('are hidden and shown again at their place', () => {
    const without = toggleColumn(listColumns, 'final_amount')
    expect(without).not.toContain('final_amount')
    expect(without).toHaveLength(listColumns.length - 1)
    expect(toggleColumn(without, 'final_amount')).toEqual(listColumns)
  })
  it('are the same after a way through the address', () => {
    for (const columns of [listColumns, [], ['travel_date'] as const])
      expect(columnsOfAddress(columnsInAddress(columns))).toEqual(columns)
  })
  it('follow an address only where it names some', () => {
    for (const text of [undefined, '', 'price', ',', 'NONE']) expect(columnsOfAddress(text), text).toBeNull()
    expect(columnsOfAddress('price,created_at,travel_date,created_at')).toEqual(['travel_date', 'created_at'])
  })
})

describe('a window that is not wide', () => {
  it('shows service, amount and status of all columns', () => {
    expect(wideOnly(listColumns)).toEqual(['travel_date', 'payment_status', 'created_at'])
  })
  it('shows every column where at most three are chosen', () => {
    expect(wideOnly(['travel_date', 'payment_status', 'created_at'])).toEqual([])
    expect(wideOnly([])).toEqual([])
  })
  it('shows the next one for a column that is hidden', () => {
    expect(wideOnly(toggleColumn(listColumns, 'service_title'))).toEqual(['payment_status', 'created_at'])
  })
})
