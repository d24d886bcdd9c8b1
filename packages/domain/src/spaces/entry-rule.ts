import { dayMs, hourMs } from '../time/civil-date.ts'

/** A network of a company's own: an address or CIDR range, and what the company calls it. */
export type EntryNetwork = { readonly network: string; readonly name: string }

/** What a company asks of whoever enters its space, beside being its member. */
export type EntryRule = {
  /** Counts changes. */
  readonly version: number
  /** A second step at sign-in; null where it is not asked for. */
  readonly second: {
    /** Whom it is asked of, as `roleKey` names them; null for everybody. */
    readonly roles: readonly string[] | null
    /** From when on (ms): before it whoever has none is told and let in. */
    readonly from: number
  } | null
  readonly network: {
    readonly isOn: boolean
    readonly list: readonly EntryNetwork[]
    /** Whether requests that applications sign come from there too. */
    readonly applications: boolean
  }
  /** How long somebody may pause, and how long a session opens the space at all; ms, null as the platform has it. */
  readonly session: { readonly idleMs: number | null; readonly longestMs: number | null }
  readonly password: {
    /** In characters. */
    readonly least: number
    /** After how many ms it must be another; null for never. */
    readonly ageMs: number | null
  }
}

/** Choices and limits of the rules; times as their names say. */
export const entryLimits = {
  graceDays: [0, 7, 14, 30],
  idleMinutes: [5, 10, 15, 30, 60, 120, 480],
  longestHours: [8, 12, 24, 72, 168, 720],
  passwordLengths: [8, 10, 12, 14, 16],
  passwordDays: [90, 180, 365],
  networks: 50,
  networkName: 30,
} as const

/** Of a company that has said nothing. */
export const usualEntry: EntryRule = {
  version: 0,
  second: null,
  network: { isOn: false, list: [], applications: false },
  session: { idleMs: null, longestMs: null },
  password: { least: 8, ageMs: null },
}

/** How a rule names whose role it means: administrators, those of no role of the company's own, or a role by its id. */
export const roleKey = ({ isOwner, roleId }: { isOwner: boolean; roleId: string | null }): string =>
  isOwner ? 'administrator' : (roleId ?? 'operator')

/** Why a session does not open a company's space, in the order of which comes first. */
export const entryObstacles = ['network', 'second', 'pause', 'password'] as const
/** Such a reason: a member of `entryObstacles`. */
export type EntryObstacle = (typeof entryObstacles)[number]

/** Who comes, and how; times in ms. */
export type EntryFacts = {
  readonly at: number
  readonly role: string
  /** Whether the address is in one of the company's networks. */
  readonly isInside: boolean
  /** A second step stands before the account, or one has opened this session. */
  readonly hasSecond: boolean
  /** The company's own identity provider has opened it: how it proves a person is the company's own affair. */
  readonly isProvided: boolean
  readonly longestPause: number
  readonly begunAt: number
  /** Null where the account has no password. */
  readonly passwordAt: number | null
}

/** What stands first between a session and a company's space that is held to all these rules; null when it is open. */
export const firstObstacle = (rules: readonly EntryRule[], facts: EntryFacts): EntryObstacle | null => {
  const standing = rules.map((rule) => entryObstacle(rule, facts))
  return entryObstacles.find((obstacle) => standing.includes(obstacle)) ?? null
}

/** What stands between a session and a company's space; null when it is open. */
export function entryObstacle(rule: EntryRule, facts: EntryFacts): EntryObstacle | null {
  const { network, second, session, password } = rule
  const { at, isProvided, passwordAt } = facts
  const isAsked = second !== null && at >= second.from && (second.roles?.includes(facts.role) ?? true)
  const stands: Readonly<Record<EntryObstacle, boolean>> = {
    network: network.isOn && !facts.isInside,
    second: isAsked && !facts.hasSecond && !isProvided,
    pause: isOver(facts.longestPause, session.idleMs) || isOver(at - facts.begunAt, session.longestMs),
    password: !isProvided && passwordAt !== null && isOver(at - passwordAt, password.ageMs),
  }
  return entryObstacles.find((obstacle) => stands[obstacle]) ?? null
}

const isOver = (ms: number, most: number | null) => most !== null && ms > most

const minutes = (ms: number) => (ms % hourMs === 0 ? `${ms / hourMs}小时` : `${ms / 60_000}分钟`)
const hours = (ms: number) => (ms % dayMs === 0 ? `${ms / dayMs}天` : `${ms / hourMs}小时`)

/** A rule of sessions as the log of members says it. */
export const sessionInWords = ({ idleMs, longestMs }: EntryRule['session']): string =>
  [
    idleMs === null ? '闲置时长不另行限制' : `闲置${minutes(idleMs)}后重新登录`,
    longestMs === null ? '会话时长不另行限制' : `登录满${hours(longestMs)}后重新登录`,
  ].join('，')

/** A rule of passwords as the log of members says it. */
export const passwordInWords = ({ least, ageMs }: EntryRule['password']): string =>
  `至少${least}位，${ageMs === null ? '不要求定期更换' : `${ageMs / dayMs}天更换`}`
