import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { say } from '../../platform/messages.server.ts'
import { meetingPoint } from './meeting-point-fields.ts'

const schema = z.strictObject(meetingPoint())
const read = (meeting_coordinates: string) => schema.safeParse({ meeting_coordinates })

describe('a meeting point', () => {
  it('is optional', () => {
    expect(schema.parse({})).toEqual({ meeting_point: '', meeting_coordinates: '' })
  })
  it('takes coordinates as maps copy them, and stores them in one form', () => {
    for (const typed of ['25.2684, 55.2962', ' 25.2684,55.2962 ', '25.2684 55.2962', '25.26840000001, 55.2962000'])
      expect(read(typed).data?.meeting_coordinates).toBe('25.2684, 55.2962')
    expect(read('-33.8568, 151.2153').data?.meeting_coordinates).toBe('-33.8568, 151.2153')
  })
  it('refuses what is no place on the globe', () => {
    for (const typed of ['25.2684', '91, 10', '10, 181', 'Dubai', '25°16′N 55°18′E', '25.2684; 55.2962']) {
      const message = read(typed).error?.issues[0]?.message ?? ''
      expect(say(message), typed).toBe('Please enter latitude and longitude, such as 25.2684, 55.2962')
    }
  })
})
