/** The agency's account for transfers in one currency (D141). Empty text: not stated, not shown. */
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
const hasDetails = (account: BankAccount): boolean => Object.values(account).some((value) => value !== '')

/** The lines that an agency writes into the instructions of a gateway, by what stands before the colon (C215). */
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

/** Reads 'Account Name: ...' and its like; the first of two equal lines counts. */
export function readBankLines(instructions: string): BankAccount {
  const found: { -readonly [K in keyof BankAccount]: string } = { ...emptyAccount }
  for (const line of instructions.split(/\r?\n/)) {
    const match = /^\s*([^:]{2,40}?)\s*:\s*(.*?)\s*$/.exec(line)
    const field = lineNames[(match?.[1] ?? '').toLowerCase().replace(/\s+/g, ' ')]
    if (field && match?.[2] && found[field] === '') found[field] = match[2]
  }
  return found
}

/** What the customer is told: the account stored for the currency, else the lines of the instructions (C214, C215). */
export function bankDetailsFor(stored: BankAccount | null, instructions: string): BankAccount {
  return stored && hasDetails(stored) ? stored : readBankLines(instructions)
}
