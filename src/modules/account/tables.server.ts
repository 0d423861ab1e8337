import type { ColumnType } from 'kysely'
import type { StaffRole } from '../../kernel/staff.ts'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'
import type { Role } from './rules.ts'

export interface UsersTable {
  id: string
  name: string
  /** Lower case. */
  email: string
  email_verified: Defaulted<boolean>
  image: string | null
  phone: string | null
  /** Of emails; null: the shop's default. */
  language: ColumnType<string | null, string | null | undefined, string | null>
  role: Defaulted<Role>
  made_by_bootstrap: Defaulted<boolean>
  created_at: Timestamp
  updated_at: Timestamp
}
export interface SessionsTable {
  id: string
  /** The SHA-256 of the token. */
  token: string
  user_id: string
  expires_at: Timestamp
  ip_address: string | null
  user_agent: string | null
  created_at: Timestamp
  updated_at: Timestamp
}
export interface AccountsTable {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  password: string | null
  created_at: Timestamp
  updated_at: Timestamp
}
/** One-time links to set a password. */
export interface VerificationsTable {
  id: string
  /** 'reset-password:' and the SHA-256 of the token. */
  identifier: string
  /** The user. */
  value: string
  expires_at: Timestamp
  created_at: Timestamp
  updated_at: Timestamp
}

/** No longer used. Nodes of the previous version still write it during a rolling update. */
export interface ContestedAccountsTable {
  user_id: string
  since: Timestamp
}

export interface StaffInvitationsTable {
  id: string
  /** Lower case. */
  email: string
  full_name: string
  role: StaffRole
  token_hash: string
  invited_by: string
  expires_at: Timestamp
  accepted_at: ColumnType<Date | null, never, Date>
  created_at: Timestamp
}

export interface TwoFactorsTable {
  user_id: string
  /** 20 bytes, encrypted. */
  sealed_key: Buffer
  started_at: Timestamp
  /** Null until the first valid code: until then it is not in use. */
  confirmed_at: ColumnType<Date | null, never, Date>
  last_step: ColumnType<number | null, never, number>
}
export interface RecoveryCodesTable {
  id: string
  user_id: string
  code_mark: string
  used_at: ColumnType<Date | null, never, Date>
}
export interface SignInChallengesTable {
  token_hash: string
  user_id: string
  remember_me: boolean
  password_mark: string
  tries: Defaulted<number>
  expires_at: Timestamp
}

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    users: UsersTable
    sessions: SessionsTable
    accounts: AccountsTable
    verifications: VerificationsTable
    contested_accounts: ContestedAccountsTable
    staff_invitations: StaffInvitationsTable
    two_factors: TwoFactorsTable
    recovery_codes: RecoveryCodesTable
    sign_in_challenges: SignInChallengesTable
  }
}
