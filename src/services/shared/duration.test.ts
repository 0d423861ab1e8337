import { describe, expect, it } from 'vitest'
import { say } from '../../platform/messages.server.ts'
import { formatDays, formatMinutes } from './duration.ts'
import { readDuration } from './read-duration.ts'

describe('a duration in words', () => {
  it('is parsed into minutes', () => {
    const words = ['6 hours', '45 minutes', '1 hour 30 minutes', '1.5 hours', '2 days', '1 week', '90 min', '3 hrs']
    expect(words.map(readDuration)).toEqual([360, 45, 90, 90, 2880, 10_080, 90, 180])
  })
  it('counts as the longer end of a range', () => {
    expect(['24-48 hours', '3 to 4 days', '5 – 6 hours'].map(readDuration)).toEqual([2880, 5760, 360])
  })
  it('may be half a day or a full day', () => {
    expect(['Half day', 'Full-day tour', 'Half day (5 hours)'].map(readDuration)).toEqual([240, 480, 300])
  })
  it('is read in Arabic, also of two in one word', () => {
    const words = [
      '48 ساعة',
      '6 ساعات',
      '45 دقيقة',
      '٣ أيام',
      'ساعتان',
      'يومين',
      '24-48 ساعة',
      '3 إلى 4 أيام',
      'ساعتين و30 دقيقة',
    ]
    expect(words.map(readDuration)).toEqual([2880, 360, 45, 4320, 120, 2880, 2880, 5760, 150])
  })
  it('is read in Urdu, with Urdu and Arabic letters', () => {
    const words = ['6 گھنٹے', '۲۴ گھنٹے', '1 گھنٹہ 30 منٹ', '3 دن', '2 ہفتے', '2 سے 3 دن', '5 گهنٹے']
    expect(words.map(readDuration)).toEqual([360, 1440, 90, 4320, 20_160, 4320, 300])
  })
  it('is read in Hindi, with and without nukta', () => {
    const words = ['6 घंटे', '२४ घंटे', '1 घण्टा 30 मिनट', '3 दिन', '1 हफ़्ता', '2 हफ्ते', '24 से 48 घंटे']
    expect(words.map(readDuration)).toEqual([360, 1440, 90, 4320, 10_080, 20_160, 2880])
  })
  it('may be half a day or a full day in each language', () => {
    expect(['نصف يوم', 'آدھا دن', 'आधा दिन'].map(readDuration)).toEqual([240, 240, 240])
    expect(['يوم كامل', 'پورا دن', 'पूरा दिन'].map(readDuration)).toEqual([480, 480, 480])
  })
  it('is never read from the beginning of another word', () => {
    expect(['3 daylight tours', '5 دنيا', '2 दिनकर', '7 hotels'].map(readDuration)).toEqual([null, null, null, null])
  })
  it('is unknown if the text has none', () => {
    expect(['', 'flexible', 'soon', '0 hours', '5'].map(readDuration)).toEqual([null, null, null, null, null])
  })
})

describe('minutes in words', () => {
  it('are shown as minutes, hours, half hours, or hours and minutes', () => {
    expect([45, 60, 90, 120, 140, 1].map((minutes) => say(formatMinutes(minutes)))).toEqual([
      '45 minutes',
      '1 hour',
      '1.5 hours',
      '2 hours',
      '2 hours 20 minutes',
      '1 minute',
    ])
  })
  it('of whole days are shown with nights', () => {
    expect([formatDays(3, 2), formatDays(1, 1), formatDays(1, 0)].map((days) => say(days))).toEqual([
      '3 days, 2 nights',
      '1 day, 1 night',
      '1 day, 0 nights',
    ])
  })
})
