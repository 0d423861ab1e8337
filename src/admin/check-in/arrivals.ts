/** What the screen knows about people: the server's arrivals and the marks that wait. Pure. */
import { foldText } from '../../kernel/fold-text.ts'
import type { CheckInParty, DepartureToCheckIn, VoucherToCheckIn } from '../../modules/booking/contract.ts'
import { type Answered, isOnLeg, isSamePerson } from './mark-queue.ts'
import type { WaitingMark } from './mark-store.ts'

export type Person = CheckInParty['people'][number]
export type PersonState =
  | { readonly kind: 'open' }
  | { readonly kind: 'arrived'; readonly arrival: NonNullable<Person['arrival']> }
  | { readonly kind: 'waiting'; readonly mark: WaitingMark }
  | { readonly kind: 'refused'; readonly mark: WaitingMark }

type Marks = readonly WaitingMark[]
/** An arrival that the server knows comes before everything else. */
export function stateOf({ booking_id, leg }: CheckInParty, { position, arrival }: Person, marks: Marks): PersonState {
  if (arrival) return { kind: 'arrived', arrival }
  const own = marks.filter((mark) => isSamePerson(mark, { booking_id, leg, position }))
  const waiting = own.find(({ refusal }) => refusal === null)
  if (waiting) return { kind: 'waiting', mark: waiting }
  const [refused] = own
  return refused ? { kind: 'refused', mark: refused } : { kind: 'open' }
}

/** The people that "Mark all as arrived" marks. */
export const openPositions = (party: CheckInParty, marks: Marks): number[] =>
  party.people.flatMap((person) => (stateOf(party, person, marks).kind === 'open' ? [person.position] : []))

/** How many people of these parties have a waiting mark. */
export const countWaiting = (parties: readonly CheckInParty[], marks: Marks): number =>
  parties.flatMap((party) => party.people.filter((person) => stateOf(party, person, marks).kind === 'waiting')).length

/** Finds names, references and phone numbers. */
export function matches(party: CheckInParty, q: string): boolean {
  const words = foldText(q).split(' ')
  const names = party.people.map(({ name }) => name ?? '')
  const text = foldText([party.customer_name, party.booking_reference, party.customer_phone ?? '', ...names].join(' '))
  return words.every((word) => text.includes(word))
}

type Loaded = DepartureToCheckIn | VoucherToCheckIn | { readonly departures: readonly unknown[] } | undefined
/** Merges the server's answers into the loaded list or voucher, so that nothing flickers until the next load. */
export function withAnswers<T extends Loaded>(loaded: T, answered: readonly Answered[]): T {
  if (!loaded || 'departures' in loaded) return loaded
  if ('party' in loaded) {
    const { party, return_leg: back } = loaded
    const after = (one: CheckInParty | null) => one && partyWith(one, answered)
    return { ...loaded, party: after(party), return_leg: back && { ...back, party: after(back.party) } }
  }
  const parties = loaded.parties.map((party) => partyWith(party, answered))
  const added = countArrived(parties) - countArrived(loaded.parties)
  return { ...loaded, parties, arrived: loaded.arrived + added }
}
const countArrived = (parties: readonly CheckInParty[]): number =>
  parties.flatMap(({ people }) => people.filter(({ arrival }) => arrival !== null)).length

function partyWith(party: CheckInParty, answered: readonly Answered[]): CheckInParty {
  const own = answered.filter(({ mark }) => mark.booking_id === party.booking_id && isOnLeg(mark, party))
  if (own.length === 0) return party
  const people = party.people.map((person) => {
    const answer = own.find(({ mark, result }) => mark.position === person.position && result.arrival)
    return answer ? { ...person, arrival: answer.result.arrival } : person
  })
  return { ...party, people }
}
