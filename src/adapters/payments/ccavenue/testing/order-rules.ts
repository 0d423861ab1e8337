import type { StandInAccount } from './world.ts'

type Rule = { readonly pattern: RegExp; readonly isRequired?: boolean }
/** CCAvenue's documented limits of the order fields. */
const rules: Readonly<Record<string, Rule>> = {
  merchant_id: { pattern: /^\d{1,20}$/, isRequired: true },
  order_id: { pattern: /^[A-Za-z0-9/_-]{1,30}$/, isRequired: true },
  currency: { pattern: /^[A-Z]{3}$/, isRequired: true },
  amount: { pattern: /^(?=.{4,12}$)\d+\.\d{2}$/, isRequired: true },
  redirect_url: { pattern: /^https?:[A-Za-z0-9/_:.-]{1,94}$/, isRequired: true },
  cancel_url: { pattern: /^https?:[A-Za-z0-9/_:.-]{1,94}$/, isRequired: true },
  language: { pattern: /^EN$/ },
  billing_name: { pattern: /^[A-Za-z0-9 '_.-]{1,60}$/ },
  billing_tel: { pattern: /^\d{1,20}$/ },
  billing_email: { pattern: /^[A-Za-z0-9_.@-]{1,70}$/ },
  merchant_param1: { pattern: /^[A-Za-z0-9 _-]{1,100}$/ },
  merchant_param2: { pattern: /^[A-Za-z0-9 _-]{1,100}$/ },
}

/** Returns what is wrong with an order, or null if it is valid. */
export function orderFault(account: StandInAccount, fields: Readonly<Record<string, string>>): string | null {
  for (const [name, rule] of Object.entries(rules)) if (rule.isRequired && !fields[name]) return `${name} is missing`
  for (const [name, value] of Object.entries(fields)) {
    const rule = rules[name]
    if (!rule) return `${name} is not known`
    if (!rule.pattern.test(value)) return `${name} is ${value}`
  }
  if (fields.merchant_id !== account.merchantId) return 'merchant_id and access_code are of two accounts'
  return fields.currency === account.currency ? null : `${fields.currency} is not agreed`
}
