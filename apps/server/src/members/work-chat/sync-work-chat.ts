import { providerFaults, workChats } from '@moqi/domain/account/identity-provider'
import {
  asksBeforeLeaving,
  type ChatPlan,
  type ChatReport,
  chatSyncLimits,
  planChatSync,
} from '@moqi/domain/spaces/chat-sync'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { findProvider, requireClient } from '#src/cores/identity/provider-store.ts'
import type { Provisioner } from '#src/cores/provisioning/find-provisioner.ts'
import { holdingTokens } from '#src/cores/provisioning/provisioning-token.ts'
import { changeCompany } from '#src/members/change-company.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type ChatContacts, ChatFault, type ChatPerson } from '#src/platform/gateways/work-chat/work-chat.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { knownPeople } from './chat-person-rows.ts'
import { scheduleKey } from './settings.ts'
import { syncDepartments } from './sync-departments.ts'
import { takeOver } from './take-over.ts'
import { type Ending, findWorkChat, isRunning, noteBegun, noteEnded, type WorkChatRow } from './work-chat-rows.ts'

type Ask = JobPayloads['syncWorkChat']

/**
 * Reads the address book of a company's work chat, and takes over who has come, changed and left since it was last
 * read, through the doors that SCIM goes through too: whoever is new is invited. Runs as a job; again, it goes on where
 * it was. What goes wrong is told the administrators and not tried again before the next time.
 */
export async function syncWorkChat(deps: Deps, ask: Ask): Promise<void> {
  const row = await begun(deps, ask)
  if (!row) return
  try {
    const ending = await read(deps, ask, row)
    await deps.db.write(ask.tenantId, (tx) => noteEnded(tx, ask.tenantId, ending, deps.now()))
  } catch (error) {
    if (!(error instanceof ChatFault)) throw error
    const ending = { state: 'failed', fault: error.message } as const
    await deps.db.write(ask.tenantId, (tx) => noteEnded(tx, ask.tenantId, ending, deps.now()))
  }
}

/** What is set, if it is to be read now; of the schedule the next one is queued, come what may of this one. */
async function begun(deps: Deps, { tenantId, mode }: Ask): Promise<WorkChatRow | null> {
  return deps.db.write(tenantId, async (tx) => {
    const row = await findWorkChat(tx, tenantId)
    if (!row || mode !== 'scheduled') return row ?? null
    if (!row.syncs) return null
    const when = { delayMs: chatSyncLimits.everyMs, key: scheduleKey(tenantId) }
    await enqueue(tx, 'syncWorkChat', { tenantId, mode: 'scheduled', leavers: 0 }, when)
    // What waits for an administrator is not swept aside.
    const waits = row.progress === 'asks' || isRunning(row, deps.now())
    if (waits || (await holdingTokens(deps, tx, tenantId)).length > 0) return null
    await noteBegun(tx, tenantId, deps.now())
    return row
  })
}

async function read(deps: Deps, { tenantId, mode, leavers }: Ask, row: WorkChatRow): Promise<Ending> {
  const client = await requireClient(deps, tenantId)
  const contacts = await deps.workChat.readContacts(client)
  // An app that sees nobody has lost its rights: a whole company does not leave at one time.
  if (contacts.people.length === 0) return { state: 'failed', fault: providerFaults.empty }
  const known = await deps.db.read(tenantId, (own) => knownPeople(own, tenantId))
  const plan = planChatSync(contacts.people, known)
  const report = plannedReport(contacts, plan)
  if (mode === 'plan') return { state: 'planned', report }
  const present = known.filter((person) => person.present).length
  if (asksBeforeLeaving(plan.leavers.length, present) && plan.leavers.length > leavers) return { state: 'asks', report }
  return { state: 'done', report: await carriedOut(deps, row, { contacts, plan }) }
}

const plannedReport = ({ people, departments }: ChatContacts, plan: ChatPlan<ChatPerson>): ChatReport => ({
  people: people.filter(({ active }) => active).length,
  departments: departments.length,
  newcomers: plan.newcomers.length,
  changed: plan.changed.length,
  leavers: plan.leavers.length,
  withoutPhone: plan.newcomers.filter(({ phone }) => phone === null).length,
  failures: [],
})

async function carriedOut(
  deps: Deps,
  row: WorkChatRow,
  { contacts, plan }: { contacts: ChatContacts; plan: ChatPlan<ChatPerson> },
): Promise<ChatReport> {
  const { tenant_id: tenantId } = row
  const { provisioner, issuer, protocol } = await deps.db.read(tenantId, (own) => provisionerOf(own, row))
  const departments = await changeCompany(deps, tenantId, (tx) => syncDepartments(deps, tx, provisioner, contacts))
  const done = await takeOver(deps, provisioner, { plan, departments, issuer, protocol })
  const report = { ...plannedReport(contacts, plan), departments: departments.size, ...done }
  if (done.newcomers + done.changed + done.leavers > 0) {
    const detail = `新增${done.newcomers}人，变更${done.changed}人，停用${done.leavers}人`
    await deps.db.write(tenantId, (tx) =>
      addMemberLog(deps, tx, provisioner, { tenantId, verb: 'syncContacts', detail }),
    )
  }
  return report
}

/** The work chat as the company's log calls it, in the name of whoever set it. */
async function provisionerOf(own: Db, { tenant_id: tenantId, account_id: accountId, made_by: madeBy }: WorkChatRow) {
  const provider = await findProvider(own, tenantId)
  const space = await own
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['name', 'company_id', 'auth_status'])
    .executeTakeFirstOrThrow()
  if (!provider || !(provider.protocol in workChats)) throw new ChatFault('discovery')
  const provisioner: Provisioner = {
    tenantId,
    accountId,
    nickName: `${provider.name}（通讯录）`,
    isProvider: true,
    inviterName: madeBy,
    address: '',
    space: { name: space.name, companyId: space.company_id, authStatus: space.auth_status },
  }
  return { provisioner, issuer: provider.issuer, protocol: provider.protocol }
}
