import { checkPhone } from '@moqi/domain/identity/phone'
import { type ChatContacts, type ChatDepartment, ChatFault, type ChatPerson } from './work-chat.ts'

/** How much of an address book is read. */
const most = { people: 20_000, departments: 2000 }

/** A mainland mobile number as vendors write them; null for any other. */
export function phoneOf(text: string | undefined): string | null {
  const checked = checkPhone((text ?? '').replace(/^\+?86[- ]?(?=1\d{10}$)/, ''))
  return checked.ok ? checked.value : null
}

type Gathering = {
  departments: ChatDepartment[]
  /** The vendor's name of the company itself, which is no department. */
  top: string
  /** Whether the app sees the company itself, and not some departments of it alone. */
  seesTop: boolean
  /** Whoever belongs to a department, or to the company itself, directly. */
  peopleOf: (department: string) => Promise<ChatPerson[]>
}

/** Reads who is in each department, one after the other; whoever is in several is one person. Throws `crowd`. */
export async function gathered({ departments, top, seesTop, peopleOf }: Gathering): Promise<ChatContacts> {
  if (departments.length > most.departments) throw new ChatFault('crowd')
  const below = departments.filter(({ id }) => id !== top)
  const people = new Map<string, ChatPerson>()
  for (const id of [...(seesTop ? [top] : []), ...below.map((one) => one.id)]) {
    for (const person of await peopleOf(id)) {
      const departmentId = person.departmentId === top ? null : person.departmentId
      if (!people.has(person.subject)) people.set(person.subject, { ...person, departmentId })
    }
    if (people.size > most.people) throw new ChatFault('crowd')
  }
  return { people: [...people.values()], departments: below }
}

/** All pages, each of which says where the next one begins; null ends. */
export async function allPages<T, C>(first: C, read: (cursor: C) => Promise<{ items: T[]; next: C | null }>) {
  const items: T[] = []
  for (let cursor: C | null = first; cursor !== null;) {
    const page: { items: T[]; next: C | null } = await read(cursor)
    items.push(...page.items)
    if (items.length > most.people) throw new ChatFault('crowd')
    cursor = page.next
  }
  return items
}
