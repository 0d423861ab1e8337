import type { Text } from '../../../../kernel/messages.ts'
import { text } from '../../text.ts'

/** The agency's bank account for one currency (D141). Empty fields are not shown. */
export type BankAccount = {
  readonly accountName: string
  readonly accountNumber: string
  readonly bankName: string
  readonly branch: string
  readonly ifsc: string
  readonly upi: string
  readonly iban: string
  readonly swift: string
}

export const emptyAccount: BankAccount = {
  accountName: '',
  accountNumber: '',
  bankName: '',
  branch: '',
  ifsc: '',
  upi: '',
  iban: '',
  swift: '',
}
export const hasDetails = (account: BankAccount): boolean => Object.values(account).some((value) => value !== '')

/** Labels of the lines in a gateway's instructions, by the text before the colon (C215). */
const lineNames: Readonly<Record<string, keyof BankAccount>> = {
  'account name': 'accountName',
  'account number': 'accountNumber',
  'ifsc code': 'ifsc',
  ifsc: 'ifsc',
  'upi id': 'upi',
  upi: 'upi',
  'bank name': 'bankName',
  branch: 'branch',
  iban: 'iban',
  swift: 'swift',
  'swift code': 'swift',
}

/** Reads lines such as 'Account Name: ...'. The first of two equal labels counts. */
export function readBankLines(instructions: string): BankAccount {
  const account: { -readonly [K in keyof BankAccount]: string } = { ...emptyAccount }
  for (const line of linesOf(instructions)) {
    const { field, value } = readLine(line)
    if (field && value && account[field] === '') account[field] = value
  }
  return account
}

const linesOf = (instructions: string): readonly string[] => instructions.split(/\r?\n/)

function readLine(line: string): { readonly field: keyof BankAccount | undefined; readonly value: string } {
  const [label = '', ...rest] = line.split(':')
  return { field: lineNames[label.trim().toLowerCase().replace(/\s+/g, ' ')], value: rest.join(':').trim() }
}

/** The lines that name the account, and the agency's other words. */
export function splitInstructions(instructions: string): { readonly account: string; readonly words: string } {
  const lines = linesOf(instructions)
  const names = (line: string) => readLine(line).field !== undefined
  const join = (some: readonly string[]) => some.join('\n').trim()
  return { account: join(lines.filter(names)), words: join(lines.filter((line) => !names(line))) }
}

/** The account stored for the currency, else the one in the instructions (C214, C215). */
export function bankDetailsFor(stored: BankAccount | null, instructions: string): BankAccount {
  return stored && hasDetails(stored) ? stored : readBankLines(instructions)
}

/** An account number, IBAN or UPI id in free text. */
const payeeInText = /\d(?:[ -]?\d){7}|\b[A-Z]{2}\d{2}[ ]?[A-Z0-9]{4}|[\w.-]@[A-Za-z]/

/** Whether customers learn where to pay: an account, or instructions that name one, as lines or in a sentence. */
export const namesPayee = (details: BankAccount, instructions: string): boolean =>
  hasDetails(details) || payeeInText.test(instructions)

/** Checks the IBAN's check digits (ISO 13616), because a typo would send money elsewhere. */
export function isIban(value: string): boolean {
  const iban = value.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((one) => Number.parseInt(one, 36)).join('')
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

const forms: Readonly<Partial<Record<keyof BankAccount, { isFine: (value: string) => boolean; message: Text }>>> = {
  ifsc: { isFine: (value) => /^[A-Z]{4}0[A-Z0-9]{6}$/i.test(value), message: text('gateways.ifsc') },
  upi: { isFine: (value) => /^[^\s@]+@[^\s@]+$/.test(value), message: text('gateways.upi') },
  iban: { isFine: isIban, message: text('gateways.iban') },
  swift: {
    isFine: (value) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(value),
    message: text('gateways.swift'),
  },
}

/** Validates an account, by field. No field is required. */
export const accountErrors = (account: BankAccount): readonly { field: keyof BankAccount; message: Text }[] =>
  (Object.keys(emptyAccount) as (keyof BankAccount)[]).flatMap((field) => {
    const form = forms[field]
    return account[field] !== '' && form && !form.isFine(account[field]) ? [{ field, message: form.message }] : []
  })
