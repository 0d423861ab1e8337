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
export const hasDetails = (account: BankAccount): boolean => Object.values(account).some((value) => value !== '')

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

/** The digits of an IBAN prove each other (ISO 13616): a slip of the pen would send the money elsewhere. */
export function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((one) => Number.parseInt(one, 36)).join('')
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

const forms: Readonly<Partial<Record<keyof BankAccount, { isFine: (text: string) => boolean; message: string }>>> = {
  ifsc: { isFine: (text) => /^[A-Z]{4}0[A-Z0-9]{6}$/i.test(text), message: 'Please enter an IFSC code as ABCD0123456' },
  upi: { isFine: (text) => /^[^\s@]+@[^\s@]+$/.test(text), message: 'Please enter a UPI ID as name@bank' },
  iban: { isFine: isIban, message: 'This IBAN is not valid: please compare it digit by digit' },
  swift: {
    isFine: (text) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(text),
    message: 'Please enter a SWIFT code of 8 or 11 letters and digits',
  },
}

/** What is wrong with an account, by field. Nothing has to be given. */
export const accountErrors = (account: BankAccount): readonly { field: keyof BankAccount; message: string }[] =>
  (Object.keys(emptyAccount) as (keyof BankAccount)[]).flatMap((field) => {
    const form = forms[field]
    return account[field] !== '' && form && !form.isFine(account[field]) ? [{ field, message: form.message }] : []
  })
