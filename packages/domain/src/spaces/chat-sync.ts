import { hourMs } from '../time/civil-date.ts'
import { checkDepartmentName, groupLimits } from './company-groups.ts'

/** Limits of members coming from a work chat's address book. */
export const chatSyncLimits = {
  /** So many may leave at one time without anybody being asked, or this share of all whom the book named. */
  leavers: 5,
  leaverShare: 0.2,
  everyMs: 6 * hourMs,
  /** Whatever is under way for longer has been given up, ms. */
  lapseMs: hourMs / 2,
  /** How many of those who could not be taken over are named. */
  failures: 20,
} as const

/** How it stands with taking over an address book. `asks` has stopped, because more leave than usual. */
export const chatSyncStates = {
  never: '还没有同步过',
  running: '正在同步',
  planned: '已核对，未改动',
  asks: '等待确认',
  done: '已同步',
  failed: '未完成',
} as const
/** A key of `chatSyncStates`. */
export type ChatSyncState = keyof typeof chatSyncStates

/** Whoever could not be taken over, and why. */
export type ChatFailure = { name: string; message: string }

/** What an address book came to: of `planned` and `asks` what would be done, of `done` what was. */
export type ChatReport = {
  people: number
  departments: number
  /** Who is invited, or was a member already and is known from now on. */
  newcomers: number
  changed: number
  leavers: number
  /** Newcomers who cannot be invited, because the book says no phone. */
  withoutPhone: number
  failures: ChatFailure[]
}

/** Somebody as the book names them. */
export type BookPerson = {
  subject: string
  name: string
  phone: string | null
  departmentId: string | null
  active: boolean
}
/** Somebody as the book named them when it was last read. */
export type KnownPerson = Omit<BookPerson, 'active'> & { present: boolean }

/** Who is to be taken over, told of anew, and let go. */
export type ChatPlan<P extends BookPerson = BookPerson> = { newcomers: P[]; changed: P[]; leavers: KnownPerson[] }

/**
 * What has changed in an address book since it was last read: nothing else is acted upon, so that whom an administrator
 * has disabled or enabled here stays so.
 */
export function planChatSync<P extends BookPerson>(book: readonly P[], known: readonly KnownPerson[]): ChatPlan<P> {
  const before = new Map(known.map((person) => [person.subject, person]))
  const active = book.filter((person) => person.active)
  const subjects = new Set(active.map(({ subject }) => subject))
  return {
    newcomers: active.filter(({ subject }) => !before.get(subject)?.present),
    changed: active.filter((person) => {
      const was = before.get(person.subject)
      return was?.present === true && differs(person, was)
    }),
    leavers: known.filter(({ subject, present }) => present && !subjects.has(subject)),
  }
}

/** A phone that is told no more says nothing. */
const differs = (is: BookPerson, was: KnownPerson): boolean =>
  is.name !== was.name || is.departmentId !== was.departmentId || (is.phone !== null && is.phone !== was.phone)

/** Whether so many leave at one time that somebody shall say so first. */
export const asksBeforeLeaving = (leavers: number, known: number): boolean =>
  leavers > Math.max(chatSyncLimits.leavers, Math.floor(known * chatSyncLimits.leaverShare))

type BookDepartment = { id: string; name: string; parentId: string | null }

/**
 * What the departments are called that somebody belongs to: by their own name, with their parents' before it where two
 * have the same. Those whose name will not do, and those beyond the most a company may have, are left out.
 */
export function departmentNames(
  departments: readonly BookDepartment[],
  used: ReadonlySet<string>,
): Map<string, string> {
  const byId = new Map(departments.map((one) => [one.id, one]))
  const wanted = departments.filter(({ id }) => used.has(id))
  const times = Map.groupBy(wanted, ({ name }) => name.trim())
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const one of wanted) {
    const isAlone = times.get(one.name.trim())?.length === 1
    const checked = checkDepartmentName(isAlone ? one.name : pathOf(one, byId))
    if (!checked.ok || taken.has(checked.value) || names.size >= groupLimits.departments) continue
    taken.add(checked.value)
    names.set(one.id, checked.value)
  }
  return names
}

/** At most 30 characters, of which the last ones say most. */
function pathOf(one: BookDepartment, byId: ReadonlyMap<string, BookDepartment>): string {
  const path = [one.name.trim()]
  for (let at = parentOf(one, byId); at && path.length < 10; at = parentOf(at, byId)) path.unshift(at.name.trim())
  return [...path.join('/')].slice(-30).join('').replace(/^\//, '')
}

const parentOf = ({ parentId }: BookDepartment, byId: ReadonlyMap<string, BookDepartment>) =>
  parentId === null ? undefined : byId.get(parentId)
