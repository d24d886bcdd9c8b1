import type { Finding } from '@moqi/domain/lending/find-lending'
import type { FlagKind } from '@moqi/domain/lending/lending-policy'
import type { JSONColumnType } from 'kysely'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** What a contract is flagged for, by which version of the policy, found when (ms). */
    contract_flag: {
      tenant_id: string
      contract_id: string
      kind: FlagKind
      findings: JSONColumnType<Finding[]>
      policy_no: number
      launcher_id: string | null
      found_at: number
    }
    /** A party's saying that it knows; of an earlier one (ms) what was found later is not known. */
    flag_acknowledgement: {
      tenant_id: string
      contract_id: string
      party_no: number
      account_id: string
      known_at: number
    }
    /** How many contracts of a space were flagged, for those who run the platform: part of the directory. */
    flagged_number: {
      tenant_id: string
      loan_number: number
      blank_number: number
      flagged_number: number
      last_at: number
    }
  }
}
