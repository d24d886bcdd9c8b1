import type { Provisioner } from '#src/cores/provisioning/find-provisioner.ts'
import type { ProvidedDetails } from '#src/platform/database/integration-tables.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What a provider says of somebody. */
export type ProvidedUser = ProvidedDetails & {
  userName: string
  externalId?: string | undefined
  /** Absent: as it is, and of somebody new, yes. */
  active?: boolean | undefined
}

/** Somebody as a provider is told of them: who it has named, and the company's other members. */
export type KnownUser = ProvidedUser & { userId: string; active: boolean; createdAt: number; changedAt: number }

/** What of the company's people is looked for; what is absent says nothing. */
export type UserFilter = Partial<Pick<KnownUser, 'userId' | 'userName' | 'externalId' | 'active'>>

/** What a company's provider may do. Each throws refusals; `member/not-found` for everybody of another company too. */
export type ProvisionUsers = {
  list: (
    deps: Deps,
    provisioner: Provisioner,
    asked: { filter: UserFilter; offset: number; limit: number },
  ) => Promise<{ users: KnownUser[]; total: number }>
  read: (deps: Deps, provisioner: Provisioner, userId: string) => Promise<KnownUser>
  create: (deps: Deps, provisioner: Provisioner, user: ProvidedUser) => Promise<KnownUser>
  /** `make` answers what the person shall be from what the person is, in the transaction. */
  change: (
    deps: Deps,
    provisioner: Provisioner,
    change: { userId: string; make: (present: KnownUser) => ProvidedUser | Promise<ProvidedUser> },
  ) => Promise<KnownUser>
  remove: (deps: Deps, provisioner: Provisioner, userId: string) => Promise<void>
}
