import { Refusal } from '@moqi/domain/refusal'
import type { PartyRow } from '#src/cores/contract/contract-rows.ts'
import { colleaguesOf } from '#src/cores/identity/colleagues.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'

/** Who may sign for a company: a real-named member of it. */
export type Operator = { accountId: string; name: string; phone: string }

/** Whether the member may replace the operator of a party: of the own company alone (domain 5.5). */
export const replaceableBy =
  ({ space }: Pick<Member, 'space'>) =>
  ({ kind, company_name }: Pick<PartyRow, 'kind' | 'company_name'>): boolean =>
    space.kind === 'company' && kind === 'company' && company_name === space.name

/** Everybody who may sign for the member's company, the member first. Reads the directory. */
export async function operatorsFor(db: Db, member: Member): Promise<Operator[]> {
  const colleagues = await colleaguesOf(db, member)
  const { accountId, nickName: name, phone } = member
  return [{ accountId, name, phone }, ...colleagues.filter(({ realNamed }) => realNamed)]
}

/**
 * The new operators by their parties' numbers. Throws `field/invalid` for a party that is not of the member's company,
 * and for an operator who may not sign for it.
 */
export async function newOperators(
  db: Db,
  member: Member,
  parties: readonly PartyRow[],
  replaced: readonly { signerNo: number; colleagueId: string }[],
): Promise<ReadonlyMap<number, Operator>> {
  if (replaced.length === 0) return new Map()
  const operators = await operatorsFor(db, member)
  return new Map(
    replaced.map(({ signerNo, colleagueId }) => {
      const party = parties.find(({ party_no }) => party_no === signerNo)
      if (!party || !replaceableBy(member)(party)) throw refuse('只能更换本企业的经办人')
      const operator = operators.find(({ accountId }) => accountId === colleagueId)
      if (!operator) throw refuse('该同事已不是本企业的实名成员，请重新选择')
      return [signerNo, operator]
    }),
  )
}

const refuse = (message: string) => new Refusal('field/invalid', { field: 'signerArray', message })
