import type { LogEvent } from '@moqi/domain/labels/log-verbs'
import type { LedgerKind } from '@moqi/domain/quota/ledger'
import type { Stage } from './call-row.ts'
import { personSigner, sent } from './contract-scene.ts'

type Count = () => Promise<number>

/** The one signer of a plain contract: 王小明. */
export const alone = [personSigner(1, '王小明', '13800000001')]

/** How many more there are than now. */
export const since = async (count: Count): Promise<Count> => {
  const before = await count()
  return async () => (await count()) - before
}

/** As `since`, for what grows fewer. */
export const fewer = async (count: Count): Promise<Count> => {
  const before = await count()
  return async () => before - (await count())
}

/** Lines of that verb in the log of the launcher's contract. */
export const logged =
  ({ server, launcher }: Stage, contractId: string, verb: LogEvent): Count =>
  async () => {
    const lines = await server.deps.db.read(launcher.tenantId, (db) =>
      db
        .selectFrom('contract_log')
        .where('tenant_id', '=', launcher.tenantId)
        .where('contract_id', '=', contractId)
        .where('verb', '=', verb)
        .select('log_no')
        .execute(),
    )
    return lines.length
  }

/** Entries of that kind in the launcher's quota ledger. */
export const ledger =
  ({ server, launcher }: Stage, kind: LedgerKind): Count =>
  async () => {
    const entries = await server.deps.db.read(launcher.tenantId, (db) =>
      db.selectFrom('quota_entry').where('kind', '=', kind).select('quota_entry_id').execute(),
    )
    return entries.length
  }

/** The launcher's contracts, drafts too. */
export const contracts =
  ({ server, launcher }: Stage): Count =>
  async () => {
    const found = await server.deps.db.read(launcher.tenantId, (db) =>
      db.selectFrom('contract').where('tenant_id', '=', launcher.tenantId).select('contract_id').execute(),
    )
    return found.length
  }

/** Rows in the launcher's recycle bin. */
export const inBin =
  ({ server, launcher }: Stage): Count =>
  async () =>
    (await server.call('getStatusTotal', {}, launcher)).data.bin ?? 0

/** Departments of the launcher's company. */
export const departments =
  ({ server, launcher }: Stage): Count =>
  async () =>
    (await server.call('listDepartment', {}, launcher)).data.departmentArray.length

/** Roles of the launcher's company. */
export const roles =
  ({ server, launcher }: Stage): Count =>
  async () =>
    (await server.call('listRole', {}, launcher)).data.roleArray.length

/** Persons in the launcher's address book. */
export const persons =
  ({ server, launcher }: Stage): Count =>
  async () =>
    (await server.call('listContacts', { contactType: 'person' }, launcher)).data.personTotal

/** Invitations that wait for their answer. */
export const invitations =
  ({ server, launcher }: Stage): Count =>
  async () =>
    (await server.call('listInviteUser', {}, launcher)).data.total

/** The id of a new invitation of that phone. */
export async function invited({ server, launcher }: Stage, phone: string): Promise<string> {
  await server.call('inviteUser', { inviteArray: [{ memberName: '周一一', phone }] }, launcher)
  return (await server.call('listInviteUser', {}, launcher)).data.inviteArray[0]?.invitationId ?? ''
}

/** The id of a new person of that phone in the launcher's address book. */
export async function contactOf({ server, launcher }: Stage, phone: string): Promise<string> {
  const saved = await server.call('saveContact', { contactType: 'person', name: '周二二', phone }, launcher)
  return saved.data.contactId
}

/** A contract that its launcher has recalled. */
export async function recalled({ server, launcher }: Stage): Promise<{ signId: string; taskId: string }> {
  const made = await sent(server, launcher, alone)
  await server.call('recallTask', { signId: made.signId }, launcher)
  return made
}

/** Reports of a contract as a fraud. */
export const reports =
  ({ server }: Stage, contractId: string): Count =>
  async () => {
    const rows = await server.deps.db.directory((directory) =>
      directory.selectFrom('fraud_report').where('contract_id', '=', contractId).select('report_no').execute(),
    )
    return rows.length
  }
