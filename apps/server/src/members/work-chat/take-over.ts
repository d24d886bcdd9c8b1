import { refusalAnswers } from '@moqi/api/refusal-answers'
import { Refusal } from '@moqi/domain/refusal'
import { type ChatFailure, type ChatPlan, type ChatReport, chatSyncLimits } from '@moqi/domain/spaces/chat-sync'
import { linkedAccounts } from '#src/cores/identity/provider-link.ts'
import type { Provisioner } from '#src/cores/provisioning/find-provisioner.ts'
import type { KnownUser, ProvidedUser } from '#src/cores/provisioning/provided-user.ts'
import { changeCompany } from '#src/members/change-company.ts'
import { provisionUsers } from '#src/members/provisioned/provision-users.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { ChatPerson } from '#src/platform/gateways/work-chat/work-chat.ts'
import { type KnownChatPerson, knownPeople, putKnown } from './chat-person-rows.ts'
import { type Named, namedAlready } from './named-already.ts'
import { placeUser } from './place-user.ts'

type TakingOver = {
  plan: ChatPlan<ChatPerson>
  /** Which of the company's departments each of the book's is. */
  departments: ReadonlyMap<string, string>
  issuer: string
  protocol: string
}
type Done = Pick<ChatReport, 'newcomers' | 'changed' | 'leavers' | 'withoutPhone' | 'failures'>
/** Everything that does not change from one person to the next. */
type Work = Pick<TakingOver, 'departments' | 'protocol'> & { named: Named; known: ReadonlyMap<string, KnownChatPerson> }

/** Takes people over one by one, each in transactions of its own: what is refused of one holds up no other. */
export async function takeOver(deps: Deps, provisioner: Provisioner, asked: TakingOver): Promise<Done> {
  const { plan, departments, issuer, protocol } = asked
  const { tenantId } = provisioner
  const links = await deps.db.directory((directory) => linkedAccounts(deps, directory, { tenantId, issuer }))
  const { named, rows } = await deps.db.read(tenantId, async (own) => ({
    named: await namedAlready(own, tenantId, links),
    rows: await knownPeople(own, tenantId),
  }))
  const work = { departments, protocol, named, known: new Map(rows.map((one) => [one.subject, one])) }
  const failures: ChatFailure[] = []
  let withoutPhone = 0
  const count = async <P extends { name: string }>(people: readonly P[], take: (person: P) => Promise<boolean>) => {
    let taken = 0
    for (const person of people) {
      try {
        if (await take(person)) taken += 1
        else withoutPhone += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (failures.length < chatSyncLimits.failures)
          failures.push({ name: person.name, message: refusalAnswers[error.code].text(error.detail) })
      }
    }
    return taken
  }
  const leavers = await count(plan.leavers, (person) => letGo(deps, provisioner, work, person.subject))
  const changed = await count(plan.changed, (person) => tellAnew(deps, provisioner, work, person))
  const newcomers = await count(plan.newcomers, (person) => takeNewcomer(deps, provisioner, work, person))
  return { newcomers, changed, leavers, withoutPhone, failures }
}

/** What the book says of somebody, in a provider's words. */
const provided = (protocol: string, { subject, name, phone }: ChatPerson): ProvidedUser => ({
  userName: `${subject}@${protocol}`,
  externalId: externalId(protocol, subject),
  displayName: name,
  ...(phone !== null && { phoneNumbers: [{ value: phone, type: 'mobile' }] }),
})

/** How the book's people are told apart from whom SCIM has named. */
const externalId = (protocol: string, subject: string): string => `${protocol}:${subject}`

const saidAnew = (present: KnownUser, said: ProvidedUser, active: boolean): ProvidedUser => {
  const { name, emails, phoneNumbers } = present
  return { name, emails, phoneNumbers, ...said, active }
}

/** Invites somebody, or knows a member by the book from now on; false of whom nothing leads to. */
async function takeNewcomer(
  deps: Deps,
  provisioner: Provisioner,
  { named, protocol, departments, known }: Work,
  person: ChatPerson,
): Promise<boolean> {
  const said = provided(protocol, person)
  const found = named.find({ externalId: said.externalId ?? '', subject: person.subject, phone: person.phone })
  if (person.phone === null && !found?.isMember && !found?.hasPhone) return false
  // Whom an administrator here has disabled, the book that names the person for the first time does not enable.
  const returns = known.has(person.subject) || !found?.isMember
  const { userId } = found
    ? await provisionUsers.change(deps, provisioner, {
        userId: found.userId,
        make: (present) => saidAnew(present, said, returns || present.active),
      })
    : await provisionUsers.create(deps, provisioner, { ...said, active: true })
  // Whom the book puts nowhere stays where an administrator has put the person.
  const placed = person.departmentId === null ? null : { departments }
  await keep(deps, provisioner, placed, { ...person, userId, present: true })
  return true
}

/** Tells what the book says of somebody whom it named before. */
async function tellAnew(deps: Deps, provisioner: Provisioner, work: Work, person: ChatPerson): Promise<boolean> {
  const before = work.known.get(person.subject)
  if (!before) return true
  const said = provided(work.protocol, person)
  await provisionUsers.change(deps, provisioner, {
    userId: before.userId,
    make: (present) => saidAnew(present, said, present.active),
  })
  const phone = person.phone ?? before.phone
  const moved = before.departmentId === person.departmentId ? null : work
  await keep(deps, provisioner, moved, { ...person, phone, userId: before.userId, present: true })
  return true
}

/** Disables whom the book lets in no more; an invitation is taken back. */
async function letGo(deps: Deps, provisioner: Provisioner, { known }: Work, subject: string): Promise<boolean> {
  const before = known.get(subject)
  if (!before) return true
  try {
    await provisionUsers.change(deps, provisioner, {
      userId: before.userId,
      make: (present) => ({ ...present, active: false }),
    })
  } catch (error) {
    // Nothing is left to be disabled of somebody whom nobody knows here any more.
    if (!(error instanceof Refusal) || error.code !== 'member/not-found') throw error
  }
  await keep(deps, provisioner, null, { ...before, present: false })
  return true
}

async function keep(
  deps: Deps,
  provisioner: Provisioner,
  moved: Pick<Work, 'departments'> | null,
  { subject, userId, name, phone, departmentId, present }: KnownChatPerson,
): Promise<void> {
  const { tenantId } = provisioner
  await changeCompany(deps, tenantId, async (tx) => {
    await putKnown(tx, tenantId, { subject, userId, name, phone, departmentId, present })
    if (moved)
      await placeUser(deps, tx, provisioner, {
        userId,
        departmentId: departmentId === null ? null : moved.departments.get(departmentId),
      })
  })
}
