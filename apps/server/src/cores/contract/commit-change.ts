import type { AboutContract } from '@moqi/domain/messages/notice-facts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueueRequest, type JobRequest } from '#src/platform/jobs/jobs.ts'
import { endApplications } from '#src/cores/approval/end-applications.ts'
import { requireThawed } from '#src/cores/identity/freeze-space.ts'
import { changeQuota } from '#src/cores/quota/change-quota.ts'
import type { Applied } from './apply-change.ts'
import { type ChangedRows, changedRows } from './changed-rows.ts'
import { addLine, type LogActor, logLine } from './contract-log.ts'
import type { ContractRow, StoredContract } from './contract-rows.ts'
import type { AnyTelling, Change } from './decision.ts'
import { changeEntries } from './entry-changes.ts'
import { leaveInbox, moveRow, refreshInbox } from './inbox.ts'
import type { Viewer } from './inbox-row.ts'
import { type Concerned, notifyPeople } from './notify-people.ts'
import { noteEvents } from './note-events.ts'
import { openCc } from './open-cc.ts'
import { queueAutomatic } from './automatic-turn.ts'
import { askToSign } from './open-parties.ts'
import { noteVoided } from './note-voided.ts'
import { noteContact } from './party-contacts.ts'
import { partyLinks } from './party-links.ts'
import { contractLink, keepShortLinks } from './short-link.ts'
import { type SignatureMoves, signatureMoves, storeOpened, storeRows, storeSignature } from './store-rows.ts'
import { prolongTickets } from './ticket.ts'

/** What of a change only its feature can write, in the same transaction. */
export type Writing = {
  /** Runs after the rows are written and before lists are brought up to date. */
  write?: (tx: Db, applied: Applied) => Promise<unknown>
  /** One statement each, sent together with the last of the change's own. */
  along?: (tx: Db, applied: Applied) => readonly Promise<unknown>[]
  /** What is written for a viewer in the viewer's tenant, with the viewer's list row. */
  beside?: (tx: Db, applied: Applied, viewer: Viewer) => Promise<unknown> | undefined
}

/** A change that has been applied, not yet written. */
export type Done = { applied: Applied; change: Change }

/** What of the server's means committing a change uses. */
export type Committing = Pick<Deps, 'config' | 'now' | 'newId' | 'random' | 'sms' | 'derivationKey'>

/**
 * Writes everything a change says, in one transaction that holds the contract: quota, rows, log, handles, the end of
 * applications, copies, messages, jobs, lists. Runs in the home tenant.
 */
export async function commitChange(
  deps: Committing,
  tx: Db,
  actor: LogActor,
  done: Done,
  { write, along, beside }: Writing = {},
): Promise<void> {
  const { applied, change } = done
  const { after } = applied
  const signature = await storeState(deps, tx, actor, done)
  await putHandles(deps, tx, done)
  await endApplications(deps, tx, actor, applied)
  await reachPeople(deps, tx, actor, done)
  await write?.(tx, applied)
  if (after.contract.state === 'voided' && applied.before.contract.state !== 'voided') {
    await noteVoided(deps, tx, after.contract)
  }
  const rows = await moveRows(deps, tx, done)
  await Promise.all([
    ...(along?.(tx, applied) ?? []),
    signature && storeSignature(tx, signature),
    noteEvents(deps, tx, done),
    ...[...(change.jobs ?? []), ...consequentJobs(applied)].map((job) => enqueueRequest(tx, job)),
    // Last, because it goes to other tenants; the others are one statement each, and on their way already.
    rows.only &&
      refreshInbox(tx, after, deps.now(), {
        only: rows.only,
        ...(rows.foundAsBefore && { foundAsBefore: true }),
        ...(beside && { beside: (viewer: Viewer) => beside(tx, applied, viewer) }),
      }),
  ])
}

/** Rows into and out of bins, and out of the lists of those who no longer see the contract; answers whose are left. */
async function moveRows(deps: Committing, tx: Db, { applied, change }: Done): Promise<ChangedRows> {
  for (const row of change.rows ?? []) await moveRow(tx, row, applied.after.contract.state, deps.now())
  const rows = changedRows(applied, change.content === true)
  for (const viewer of rows.left) await leaveInbox(tx, viewer, applied.after)
  return rows
}

/** Quota, rows and log. Of a signature answers what is stored with the last statements. */
async function storeState(
  deps: Committing,
  tx: Db,
  actor: LogActor,
  { applied, change }: Done,
): Promise<SignatureMoves | null> {
  const { contract } = applied.after
  const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id }
  if (change.moves?.some(({ event }) => event === 'send')) await requireThawed(tx, contract.tenant_id)
  if (change.quota) {
    const { tenant_id: tenantId, contract_id: contractId } = contract
    await changeQuota(deps, tx, { kind: change.quota, tenantId, contractId })
  }
  const lines = (change.log ?? []).map((entry) => logLine(place, deps.now(), actor, entry))
  const signature = signatureMoves(applied, lines)
  if (signature) await storeOpened(tx, signature)
  else {
    await storeRows(tx, applied)
    for (const line of lines) await addLine(tx, place, line)
  }
  return signature
}

/** Copies, whose turn it is, and whatever else people are told. */
async function reachPeople(
  deps: Committing,
  tx: Db,
  actor: LogActor,
  { applied: { after, opened }, change }: Done,
): Promise<void> {
  const { copies, ask = [], contacts = [], tell = [] } = change
  if (copies) await openCc(deps, tx, after, copies)
  for (const party of after.parties) {
    const isOpened = opened.has(party.party_no)
    if (isOpened && (await queueAutomatic(deps, tx, after.contract, party))) continue
    if (isOpened || ask.includes(party.party_no)) await askToSign(deps, tx, actor, after.contract, party)
  }
  for (const note of contacts) await noteContact(tx, after.contract, note, deps.now())
  for (const telling of tell) await tellPeople(deps, tx, actor, after.contract, telling)
}

/** A finished contract is archived, which also time-stamps whatever waits. */
function consequentJobs({ before, after: { contract } }: Applied): JobRequest[] {
  if (contract.state !== 'finish' || before.contract.state === 'finish') return []
  return [{ name: 'archiveContract', payload: { tenantId: contract.tenant_id, contractId: contract.contract_id } }]
}

async function putHandles(
  deps: Committing,
  tx: Db,
  { applied: { before, after }, change: { entries = [] } }: Done,
): Promise<void> {
  await changeEntries(deps, tx, after, entries)
  const given = entries.flatMap((entry) => (entry.kind === 'give' ? [entry.partyNo] : []))
  const isSent = before.contract.sent_at === null && after.contract.sent_at !== null
  const links = [
    ...after.parties.filter(({ party_no }) => given.includes(party_no)).map(({ sign_id }) => sign_id),
    ...(isSent ? [after.contract.initiator_sign_id, ...after.cc.map(({ sign_id }) => sign_id)] : []),
  ]
  if (links.length > 0) await keepShortLinks(tx, links)
  if (before.contract.state !== 'signing') return
  if (isClosed(after)) await dropWaiting(tx, after.contract)
  const { contract_id: contractId, sign_expire_at: until } = after.contract
  if (until !== null && until !== before.contract.sign_expire_at) await prolongTickets(tx, contractId, until)
}

const isClosed = ({ contract: { state } }: StoredContract) =>
  state === 'reject' || state === 'recall' || state === 'expired'

/** Nobody claims a part of a contract that has ended. */
async function dropWaiting(tx: Db, contract: ContractRow): Promise<void> {
  await tx
    .deleteFrom('waiting_entry')
    .where('home_tenant_id', '=', contract.tenant_id)
    .where('contract_id', '=', contract.contract_id)
    .execute()
}

async function tellPeople(
  deps: Committing,
  tx: Db,
  { accountId }: LogActor,
  contract: ContractRow,
  telling: AnyTelling,
): Promise<void> {
  const { links } = telling
  // Nobody needs an SMS about what they have just done.
  const isDoer = ({ to }: Concerned) => 'accountId' in to && to.accountId === accountId
  const people = telling.people.map((person) => (isDoer(person) ? { ...person, inAppOnly: true } : person))
  const ticketed = links
    ? await partyLinks(deps, tx, contract, { parties: links.parties, expiresAt: links.until })
    : null
  const linkOf = (about: AboutContract) => (ticketed ? ticketed(about) : contractLink(deps, about.signId))
  await notifyPeople(deps, tx, contract, people, {
    kind: telling.kind,
    ...(telling.once !== undefined && { once: telling.once }),
    ...(telling.together !== undefined && { together: telling.together }),
    factsOf: (about) => telling.factsOf(about, linkOf(about)),
  })
}
